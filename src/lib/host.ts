/** @returns a host as sockets want it: URLs write an IPv6 address in brackets */
export function withoutBrackets(host: string): string {
  return host.replace(/^\[|\]$/g, '');
}
