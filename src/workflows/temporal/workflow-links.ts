import type { WorkflowLinks } from '../../domain/delivery/read.ts';
import type { SEARCH_ATTRIBUTES } from '../search-attributes.ts';

const BOT_ID: keyof typeof SEARCH_ATTRIBUTES = 'BotId';

/** @param ui the address of Temporal's UI, and the namespace to show */
export function createWorkflowLinks(ui: {
  uiUrl(): string | undefined;
  readonly namespace: string;
}): WorkflowLinks {
  const link = (rest: string) => {
    const url = ui.uiUrl()?.replace(/\/+$/, '');
    return url && `${url}/namespaces/${encodeURIComponent(ui.namespace)}/workflows${rest}`;
  };
  return {
    ofBot: (botId) => link(`?query=${encodeURIComponent(`${BOT_ID}="${botId}"`)}`),
    // Without a run id, the UI opens the latest run.
    ofDelivery: (delivery) => link(`/${encodeURIComponent(workflowIdOf(delivery))}`),
  };
}

/** A delivery that somebody resends gets a new workflow, because the earlier one may still run. */
export function workflowIdOf({ id, round }: { readonly id: string; readonly round: number }): string {
  return round === 1 ? id : `${id}/${round}`;
}
