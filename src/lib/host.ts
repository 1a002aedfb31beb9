/** @returns a host as sockets want it: URLs write an IPv6 address in brackets */
export function withoutBrackets(host: string): string {
  return host.replace(/^\[|\]$/g, '');
}

/** A server: a name or an address, with or without a port. */
const HOST_AND_PORT = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::(\d{1,5}))?$/i;

/** Whether a text names one server, such as `localhost:7233`, `temporal` or `[::1]:7233`. */
export function isServer(value: string): boolean {
  const found = HOST_AND_PORT.exec(value);
  // No address has three colons in a row, for example.
  return found !== null && (found[1] === undefined || isPort(found[1])) && URL.canParse(`tcp://${value}`);
}

/** Whether a text is the number of a port that a server can have. */
export function isPort(digits: string): boolean {
  return Number(digits) >= 1 && Number(digits) <= 65_535;
}
