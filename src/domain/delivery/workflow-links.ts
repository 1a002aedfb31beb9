/** Addresses in the operators' Temporal UI; undefined while it is not known where that is. */
export interface WorkflowLinks {
  /** All deliveries of a bot. */
  ofBot(botId: string): string | undefined;
  ofDelivery(delivery: { readonly id: string; readonly round: number }): string | undefined;
}
