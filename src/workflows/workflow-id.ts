/** A delivery that is sent again by hand gets a workflow of its own: the one before may not have closed yet. */
export function workflowIdOf({ id, round }: { readonly id: string; readonly round: number }): string {
  return round === 1 ? id : `${id}/${round}`;
}
