import { bar, dot, faded, fill, line, oval, turned } from '../icons/drawing.ts';

/** Gives a number from 0 to 1 that depends on its argument only. */
type Random = (index: number) => number;

const W = '#fff';
const WIDTH = 1600;
const HEIGHT = 400;
const round = (value: number) => Math.round(value * 10) / 10;
const times = (count: number, draw: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => draw(index)).join('');

/** A soft line over the whole width, as the upper edge of an area. */
function ridge(random: Random, salt: number, y: number, height: number, steps: number): string {
  const step = WIDTH / steps;
  const at = (index: number) => round(y + (random(salt + index) - 0.5) * height);
  let path = `M0 ${HEIGHT}V${at(0)}`;
  for (let index = 0; index < steps; index++) {
    const [x, half] = [index * step, step / 2];
    path += `C${round(x + half)} ${at(index)} ${round(x + half)} ${at(index + 1)} ${round(x + step)} ${at(index + 1)}`;
  }
  return `${path}V${HEIGHT}Z`;
}

/** The same with corners, such as mountains. */
function peaks(random: Random, salt: number, y: number, height: number, steps: number): string {
  const step = WIDTH / steps;
  const points = Array.from({ length: steps + 1 }, (_, index) => {
    const top = index % 2 === 0 ? y + height * 0.5 : y - height * (0.2 + random(salt + index) * 0.5);
    return `${round(index * step + (random(salt + index + 40) - 0.5) * step * 0.5)} ${round(top)}`;
  });
  return `M-200 ${HEIGHT}L${points.join('L')}L1800 ${HEIGHT}Z`;
}

const stars = (random: Random, count: number, colour = W) =>
  times(count, (index) =>
    dot(
      colour,
      round(random(index) * WIDTH),
      round(random(index + 90) * 300),
      round(1 + random(index + 180) * 2.6),
    ),
  );

const sun = (random: Random, colour: string, radius: number) => {
  const [x, y] = [round(900 + random(7) * 480), round(90 + random(8) * 80)];
  return (
    faded(0.16, dot(colour, x, y, radius * 2)) +
    faded(0.28, dot(colour, x, y, radius * 1.45)) +
    faded(0.95, dot(colour, x, y, radius))
  );
};

/** What banners show, on a field of 1600 × 400. `$l`, `$d` and `$a` are the light, the dark and the accent colour. */
export const SCENES = {
  sea: (random: Random) =>
    sun(random, '$a', 62) +
    times(5, (index) =>
      faded(
        0.24,
        fill(index % 2 === 0 ? '$d' : '$l', ridge(random, index * 20, 210 + index * 42, 54, 7 + index)),
      ),
    ),
  hills: (random: Random) =>
    sun(random, '$a', 54) +
    faded(0.3, fill('$d', ridge(random, 10, 210, 150, 5))) +
    faded(0.42, fill('$d', ridge(random, 30, 270, 120, 6))) +
    faded(0.75, fill('$d', ridge(random, 60, 335, 80, 8))),
  mountains: (random: Random) =>
    faded(0.7, stars(random, 40)) +
    sun(random, '$a', 46) +
    faded(0.28, fill('$d', peaks(random, 10, 190, 190, 9))) +
    faded(0.45, fill('$d', peaks(random, 30, 260, 170, 13))) +
    faded(0.8, fill('$d', ridge(random, 60, 360, 40, 6))),
  night: (random: Random) =>
    faded(0.9, stars(random, 90)) +
    faded(
      0.85,
      stars((index) => random(index + 300), 12, '$a'),
    ) +
    faded(0.5, fill('$d', ridge(random, 20, 320, 90, 5))) +
    faded(0.8, fill('$d', ridge(random, 40, 365, 40, 9))),
  skyline: (random: Random) =>
    sun(random, '$a', 58) +
    times(3, (layer) =>
      faded(
        0.26 + layer * 0.22,
        times(26, (index) => {
          const [at, tall] = [index + layer * 50, 70 + random(index + layer * 50) * (220 - layer * 50)];
          return bar('$d', round(index * 62 + random(at + 9) * 20 - 20), round(HEIGHT - tall), 56, 300, 4);
        }),
      ),
    ) +
    faded(
      0.75,
      times(70, (index) =>
        bar(
          '$a',
          Math.floor(random(index) * 100) * 16,
          270 + Math.floor(random(index + 70) * 10) * 13,
          6,
          7,
          1,
        ),
      ),
    ),
  waves: (random: Random) =>
    times(11, (index) => {
      const y = round(40 + index * 32 + random(index) * 14);
      const rise = round(18 + random(index + 20) * 42);
      const path = `M-40 ${y}C300 ${y - rise} 520 ${y + rise} 800 ${y}S1300 ${y - rise} 1640 ${y}`;
      return faded(
        0.16 + random(index + 40) * 0.3,
        line(index % 4 === 0 ? '$a' : W, 3 + (index % 3) * 3, path),
      );
    }),
  sound: (random: Random) =>
    times(54, (index) => {
      const x = 24 + index * 29;
      const tall = 24 + 250 * random(index) * (0.35 + 0.65 * Math.sin((index / 53) * Math.PI));
      const colour = index % 9 === 4 ? '$a' : W;
      return faded(
        0.22 + random(index + 60) * 0.4,
        bar(colour, x, round(200 - tall / 2), 13, round(tall), 6.5),
      );
    }),
  petals: (random: Random) =>
    times(70, (index) => {
      const [x, y] = [round(random(index) * WIDTH), round(random(index + 450) * HEIGHT)];
      const size = 8 + random(index + 90) * 26;
      const petal = oval(index % 5 === 0 ? '$a' : W, x, y, round(size), round(size * 0.55));
      return faded(
        0.16 + random(index + 130) * 0.42,
        turned(petal, [Math.round(random(index + 170) * 180)], x, y),
      );
    }),
  bubbles: (random: Random) =>
    times(30, (index) => {
      const [x, y] = [round(random(index) * WIDTH), round(40 + random(index + 50) * 340)];
      const radius = round(8 + random(index + 90) ** 2 * 92);
      return (
        faded(0.1 + random(index + 130) * 0.16, dot(index % 4 === 0 ? '$a' : W, x, y, radius)) +
        faded(0.5, dot(W, round(x - radius * 0.35), round(y - radius * 0.35), round(radius * 0.12)))
      );
    }),
  facets: (random: Random) => {
    const edge = (index: number) => index === 0 || index === 8;
    const xs = Array.from({ length: 9 }, (_, index) =>
      edge(index) ? index * 200 : Math.round(index * 200 + (random(index) - 0.5) * 90),
    );
    const ys = Array.from({ length: 9 }, (_, index) => Math.round(130 + random(index + 30) * 150));
    return times(8, (index) => {
      const [x, next, y, after] = [xs[index], xs[index + 1], ys[index], ys[index + 1]];
      const shade = (at: number) => 0.06 + random(index + at) * 0.26;
      return (
        faded(shade(60), fill(W, `M${x} 0H${next}L${x} ${y}Z`)) +
        faded(shade(80), fill('$d', `M${next} 0V${after}L${x} ${y}Z`)) +
        faded(shade(100), fill(index % 3 === 0 ? '$a' : W, `M${x} ${y}L${next} ${after}L${x} 400Z`)) +
        faded(shade(120), fill('$d', `M${x} 400H${next}V${after}Z`))
      );
    });
  },
  forest: (random: Random) =>
    sun(random, '$a', 50) +
    times(3, (layer) =>
      faded(
        0.3 + layer * 0.22,
        times(22 + layer * 4, (index) => {
          const at = index + layer * 60;
          const x = round((index / (21 + layer * 4)) * 1640 - 20 + (random(at) - 0.5) * 50);
          const tall = 100 + random(at + 30) * 130 - layer * 25;
          const top = round(HEIGHT - tall);
          return fill('$d', `M${x} ${top}l34 70h-16l30 66h-18l26 200h-112l26-200h-18l30-66h-16Z`);
        }),
      ),
    ),
  circuits: (random: Random) =>
    times(16, (index) => {
      const y = 22 + index * 24;
      const [from, to] = [Math.round(random(index) * 700), Math.round(900 + random(index + 20) * 680)];
      const bend = Math.round(from + 120 + random(index + 40) * 300);
      const step = random(index + 60) < 0.5 ? 24 : -24;
      const colour = index % 5 === 2 ? '$a' : W;
      return faded(
        0.2 + random(index + 80) * 0.4,
        line(colour, 4, `M${from} ${y}H${bend}l24 ${step}H${to}`) +
          dot(colour, from, y, 8) +
          dot(colour, to, y + step, 8),
      );
    }),
} as const;
