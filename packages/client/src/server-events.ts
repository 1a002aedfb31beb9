/** A server-sent event, as HTML defines it. */
export interface ServerEvent {
  /** The position of the stream behind this event. */
  readonly id: string | undefined;
  /** Undefined when the event only tells the position. */
  readonly data: string | undefined;
}

/**
 * Reads server-sent events. It yields the events of each piece that arrives; none for a sign of life.
 *
 * @param body ends with the last event, or throws when the connection breaks
 */
export async function* readEvents(
  body: ReadableStream<Uint8Array>,
): AsyncGenerator<readonly ServerEvent[], void, undefined> {
  const decoder = new TextDecoder();
  const reader = body.getReader();
  let unread = '';
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    unread += decoder.decode(value, { stream: true });
    const blocks = unread.split(/\r?\n\r?\n/);
    unread = blocks.pop() ?? '';
    yield blocks.map(readEvent).filter(({ id }) => id !== undefined);
  }
}

function readEvent(block: string): ServerEvent {
  const fields = new Map(
    block.split(/\r?\n/).map((line) => {
      const [, name = '', value = ''] = /^(.*?)(?:: ?(.*))?$/.exec(line) ?? [];
      return [name, value];
    }),
  );
  return { id: fields.get('id'), data: fields.get('data') };
}
