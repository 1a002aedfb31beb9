/** URLs in the Temporal UI; undefined when its address is not configured. */
export interface WorkflowLinks {
  /** The workflows of all deliveries of a bot. */
  ofBot(botId: string): string | undefined;
  ofDelivery(delivery: { readonly id: string; readonly round: number }): string | undefined;
}
