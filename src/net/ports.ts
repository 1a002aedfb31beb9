/**
 * Ports of well-known services that do not speak HTTP. All other ports are allowed: owners run receivers on 8443 or
 * 30001, which an allow list would refuse for no gain.
 *
 * The first group is the port blocking list of the Fetch standard. Browsers enforce it against the same abuse: an HTTP
 * request that makes a trusted machine speak to a mail server or a console. The second group adds newer services:
 * databases, caches, queues and remote desktops. Even a TLS handshake from here would look like an attack to them.
 */
const fetchStandard = [
  1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104,
  109, 110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515,
  526, 530, 531, 532, 540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049,
  3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080,
];
const dataStores = [
  88, 445, 1433, 1434, 1521, 1883, 2181, 3306, 3389, 5432, 5671, 5672, 5900, 6379, 6380, 6432, 8883, 9042,
  9092, 11211, 27017, 27018, 27019,
];

const blocked: ReadonlySet<number> = new Set([...fetchStandard, ...dataStores]);

/** Whether a port may be the target of an outbound request: 1 to 65535, and not that of a known non-HTTP service. */
export function isHttpPort(port: number): boolean {
  return Number.isInteger(port) && port >= 1 && port <= 65_535 && !blocked.has(port);
}
