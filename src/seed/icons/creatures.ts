import { bar, dot, faded, fill, line, mirrored, oval, turned } from './drawing.ts';

const W = '#fff';

/** Two round eyes with a light in them. */
const eyes = (x: number, y: number, radius: number) =>
  mirrored(dot('$d', x, y, radius)) +
  dot(W, x + radius * 0.35, y - radius * 0.35, radius * 0.32) +
  dot(W, 128 - x + radius * 0.35, y - radius * 0.35, radius * 0.32);

/** Animals and a plant for icons, on a field of 128 × 128. `$a` is the icon's accent colour, `$d` its darker colour. */
export const CREATURES = {
  shell:
    turned(oval(W, 64, 59, 14, 34), [-46, 46, -23, 23, 0], 64, 93) +
    turned(line('$d', 2.5, 'M64 84V40'), [-34, -11.5, 11.5, 34], 64, 93) +
    bar('$a', 47, 86, 34, 14, 7),
  cat:
    fill(W, 'M36 30 54 44Q64 41 74 44L92 30Q98 50 96 66 92 96 64 96 36 96 32 66 30 50 36 30Z') +
    mirrored(fill('$d', 'M39 38 50 46 39 56Q37 46 39 38Z')) +
    eyes(50, 66, 6) +
    fill('$d', 'M59 77h10l-5 6z') +
    line('$d', 3, 'M64 83q-4 6-9 3M64 83q4 6 9 3') +
    mirrored(line('$d', 2, 'M40 76 26 73M40 81l-13 4')),
  fernShield:
    fill(W, 'M64 22 98 33V62Q98 90 64 106 30 90 30 62V33Z') +
    faded(0.12, fill('$d', 'M64 22 98 33V62Q98 90 64 106Z')) +
    line('$d', 5, 'M64 92V42') +
    mirrored(line('$d', 5, 'M64 82Q52 80 46 70M64 70Q54 67 48 58M64 58Q56 55 51 47')),
  hare:
    mirrored(oval(W, 51, 44, 10, 26, -8) + oval('$a', 51, 46, 4.5, 18, -8)) +
    oval(W, 64, 80, 27, 24) +
    eyes(53, 77, 4.5) +
    oval('$d', 64, 86, 4.5, 3) +
    line('$d', 2.5, 'M64 89v4m0 0q-4 5-8 2m8-2q4 5 8 2') +
    mirrored(dot('$a', 46, 87, 4.5)),
  wolf:
    dot('$a', 86, 36, 18) +
    fill(W, 'M32 30 52 46H76L96 30 100 62 86 84 64 104 42 84 28 62Z') +
    mirrored(
      faded(0.25, fill('$d', 'M32 30 47 42 36 60Z')) +
        faded(0.16, fill('$d', 'M28 62 42 84 64 104 52 78Z')) +
        fill('$d', 'M42 60 58 67 52 72 45 69Z'),
    ) +
    fill('$d', 'M56 88H72L64 98Z'),
  owl:
    fill(W, 'M34 30Q64 46 94 30 100 58 94 78 86 102 64 102 42 102 34 78 28 58 34 30Z') +
    mirrored(dot('$d', 50, 58, 15) + dot(W, 50, 58, 11) + dot('$d', 51, 58, 6.5)) +
    fill('$a', 'M64 62 71 71 64 80 57 71Z') +
    faded(0.55, line('$a', 3.5, 'M50 86q4 5 8 0m0 0q6 5 12 0m0 0q4 5 8 0M57 94q3.5 4 7 0m0 0q3.5 4 7 0')),
  fish:
    fill('$a', 'M54 44Q66 28 80 36L74 50Z') +
    fill(W, 'M24 66C40 40 70 38 86 58L104 44Q98 66 104 88L86 74C70 94 40 92 24 66Z') +
    fill('$a', 'M62 66q14-2 18 8-12 6-18-8z') +
    line('$d', 3, 'M56 52q7 14 0 28') +
    dot('$d', 42, 62, 4.5),
  fox:
    fill(W, 'M28 28 50 44Q64 40 78 44L100 28Q106 60 92 76L64 104 36 76Q22 60 28 28Z') +
    mirrored(fill('$d', 'M33 38 45 47 35 58Q32 48 33 38Z')) +
    faded(0.85, fill('#ea580c', 'M50 44Q64 40 78 44 80 66 64 92 48 66 50 44Z')) +
    eyes(48, 66, 5) +
    oval('$d', 64, 98, 7, 6),
  deer:
    mirrored(
      line(W, 5, 'M55 52C42 46 37 36 39 22M45 43 30 40M39 33 49 26') +
        oval(W, 40, 60, 12, 6, 18) +
        oval('$d', 41, 60, 6, 2.5, 18),
    ) +
    fill(W, 'M48 58Q64 44 80 58L75 86Q64 108 53 86Z') +
    eyes(54, 68, 4) +
    oval('$d', 64, 94, 6, 4.5),
  moth:
    mirrored(
      fill(W, 'M62 58C48 30 28 28 23 38 20 58 40 74 62 68Z') +
        fill('$a', 'M62 68C46 68 36 80 41 96 54 100 62 86 62 72Z') +
        dot('$d', 39, 49, 7) +
        dot('$a', 39, 49, 3) +
        line(W, 3, 'M62 42Q58 30 50 26'),
    ) + oval('$d', 64, 66, 6.5, 26),
  bee:
    faded(0.8, oval(W, 52, 44, 11, 19, -24) + oval(W, 76, 44, 11, 19, 24)) +
    oval(W, 64, 76, 24, 29) +
    fill('$a', 'M42 66Q64 58 86 66L88 74Q64 66 40 74ZM40 82Q64 74 88 82L85 91Q64 83 43 91Z') +
    dot('$a', 64, 50, 14) +
    mirrored(line('$a', 3, 'M58 40Q56 31 48 30') + dot(W, 58.5, 49, 3.5)),
  duck:
    fill(W, 'M36 62Q26 100 66 100 104 100 104 60 88 72 70 62 74 54 72 44A20 20 0 1 0 36 56Z') +
    fill('$a', 'M34 42 18 48Q20 57 36 56Z') +
    dot('$d', 48, 42, 4) +
    faded(0.35, line('$d', 4, 'M56 78q16 10 30-4')),
  toad:
    mirrored(dot(W, 45, 46, 15)) +
    fill(W, 'M24 76Q26 48 64 48T104 76Q98 100 64 100T24 76Z') +
    mirrored(dot('$d', 45, 46, 9) + dot('$a', 38, 86, 4) + dot('$a', 47, 91, 3)) +
    dot(W, 48, 43, 3) +
    dot(W, 86, 43, 3) +
    line('$d', 4, 'M40 74Q64 90 88 74') +
    mirrored(dot('$d', 60, 65, 1.8)),
} as const;
