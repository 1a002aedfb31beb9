/**
 * Remembers which deliveries were processed. The default one is in the memory of the process. Several processes share
 * one, such as Redis: `add` is `SET id 1 NX EX 86400`, `delete` is `DEL id`.
 */
export interface SeenDeliveries {
  /** Remembers a delivery. @returns false when it was remembered before */
  add(deliveryId: string): boolean | Promise<boolean>;
  /** Forgets a delivery, because it could not be processed. The service sends it again. */
  delete(deliveryId: string): unknown;
}

/**
 * Remembers deliveries in memory, and forgets the oldest.
 *
 * @param size how many it remembers
 */
export function createSeenDeliveries(size = 10_000): SeenDeliveries {
  const seen = new Set<string>();
  return {
    add(deliveryId) {
      if (seen.has(deliveryId)) return false;
      seen.add(deliveryId);
      if (seen.size > size) {
        for (const oldest of seen) {
          seen.delete(oldest);
          break;
        }
      }
      return true;
    },
    delete: (deliveryId) => seen.delete(deliveryId),
  };
}
