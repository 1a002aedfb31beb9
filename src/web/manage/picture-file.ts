import { Refused } from '../client/graphql.ts';
import { messages } from '../words/messages.ts';

/** Pictures that the service accepts. */
export const KINDS = ['image/png', 'image/jpeg', 'image/webp', 'image/gif'];

/**
 * Reads the picture that the reader has chosen.
 *
 * @returns the file in Base64
 * @throws {Refused} when none is chosen, or when it cannot be a picture that the service accepts
 */
export async function readChosen(input: HTMLInputElement | null, maxKib: number): Promise<string> {
  const file = input?.files?.[0];
  if (!file) throw new Refused('INVALID_INPUT', messages.picture.choose);
  const wrong = problemOf(file, maxKib);
  if (wrong !== undefined) throw new Refused('INVALID_INPUT', wrong);
  return base64(file);
}

/** Checks what the browser knows of a file. The service checks its content. */
function problemOf(file: File, maxKib: number): string | undefined {
  if (file.size === 0) return messages.picture.empty;
  if (file.size > maxKib * 1024) return messages.picture.tooLarge({ kib: maxKib });
  return KINDS.includes(file.type) ? undefined : messages.picture.wrongKind;
}

function base64(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ''));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
}
