import { messages } from '../../words/messages.ts';

/** Pictures that the service accepts. */
export const KINDS = ['image/png', 'image/jpeg', 'image/webp', 'image/gif'];

/** Checks what the browser knows of a file. The service checks its content. */
export function problemOf(file: File, maxKib: number): string | undefined {
  if (file.size === 0) return messages.picture.empty;
  if (file.size > maxKib * 1024) return messages.picture.tooLarge({ kib: maxKib });
  return KINDS.includes(file.type) ? undefined : messages.picture.wrongKind;
}

export function base64(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ''));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
}
