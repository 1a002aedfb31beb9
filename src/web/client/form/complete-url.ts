/** A host with at least two labels, with or without a port and what follows it. */
const WITHOUT_SCHEME = /^[\p{L}\d-]+(?:\.[\p{L}\d-]+)+(?::\d+)?(?:[/?#]\S*)?$/u;

/** Completes a typed address such as `example.com` to `https://example.com`. Everything else stays as it is. */
export function completeUrl(typed: string): string {
  const text = typed.trim();
  return WITHOUT_SCHEME.test(text) ? `https://${text}` : typed;
}
