import type { Config } from '../../config/config.ts';
import { type Finding, warning } from './finding.ts';

/** Deliveries are not held. */
export function checkHeld({ holdsDeliveries }: Pick<Config, 'holdsDeliveries'>): Finding[] {
  if (!holdsDeliveries) return [];
  const todo = 'To send what waits, remove HOLD_DELIVERIES. Before, "deliveries cancel --all" cancels it.';
  return [warning('deliveries', 'Deliveries are held: nothing is sent.', todo)];
}
