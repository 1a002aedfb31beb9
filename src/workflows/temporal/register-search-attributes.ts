import proto from '@temporalio/proto';
import type { NativeConnection } from '@temporalio/worker';
import { SEARCH_ATTRIBUTES } from '../search-attributes.ts';
import { isThereAlready } from './faults.ts';

const { IndexedValueType } = proto.temporal.api.enums.v1;
export const ATTRIBUTE_TYPES = {
  Keyword: IndexedValueType.INDEXED_VALUE_TYPE_KEYWORD,
  Int: IndexedValueType.INDEXED_VALUE_TYPE_INT,
};

/**
 * Adds the search attributes of deliveries that the namespace lacks. It may take a minute until the whole cluster knows
 * them.
 *
 * @returns how many were missing
 * @throws when this client may not list or add them, or Temporal does not respond
 */
export async function registerSearchAttributes(
  connection: NativeConnection,
  namespace: string,
): Promise<number> {
  const { customAttributes } = await connection.operatorService.listSearchAttributes({ namespace });
  const names = Object.keys(SEARCH_ATTRIBUTES) as (keyof typeof SEARCH_ATTRIBUTES)[];
  const missing = names.filter((name) => !(name in (customAttributes ?? {})));
  if (missing.length === 0) return 0;
  try {
    await addSearchAttributes(connection, namespace, missing);
  } catch (error) {
    // Another worker was faster.
    if (!isThereAlready(error)) throw error;
  }
  return missing.length;
}

/** Adds search attributes without checking whether they exist. */
export async function addSearchAttributes(
  connection: NativeConnection,
  namespace: string,
  names: readonly (keyof typeof SEARCH_ATTRIBUTES)[],
): Promise<void> {
  await connection.operatorService.addSearchAttributes({
    namespace,
    searchAttributes: Object.fromEntries(
      names.map((name) => [name, ATTRIBUTE_TYPES[SEARCH_ATTRIBUTES[name]]]),
    ),
  });
}
