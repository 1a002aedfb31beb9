/** Copies bytes into their own memory. Buffers of Node's pool and of zlib keep a block of 64 KB alive. */
export function copyOf(bytes: Buffer): Buffer {
  const copy = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(copy);
  return copy;
}
