/** A delivery that somebody resends gets a new workflow, because the earlier one may still run. */
export function workflowIdOf({ id, round }: { readonly id: string; readonly round: number }): string {
  return round === 1 ? id : `${id}/${round}`;
}
