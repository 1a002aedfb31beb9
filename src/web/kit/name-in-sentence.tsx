import type { VNode } from 'preact';

/** No sentence holds this character. */
const NAME = '\0';

/**
 * A sentence with a name in it. The name is isolated, so that one written from right to left does not reorder the rest.
 *
 * @param say makes the sentence; the name stands in it once
 */
export function NameInSentence({
  say,
  name,
}: {
  say: (values: { readonly name: string }) => string;
  name: string;
}): VNode {
  const [before, after] = say({ name: NAME }).split(NAME);
  return (
    <>
      {before}
      <bdi>{name}</bdi>
      {after}
    </>
  );
}
