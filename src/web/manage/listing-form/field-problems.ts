import { useLayoutEffect, useRef } from 'preact/hooks';
import type { FieldProblem } from '../../client/request/refused.ts';

export function problemOf(problems: readonly FieldProblem[], field: string): FieldProblem | undefined {
  return problems.find((problem) => problem.field === field);
}

/** Moves the focus to the first wrong field, once for each refusal. */
export function useFocusOnProblem(form: HTMLFormElement | null, problems: readonly FieldProblem[]): void {
  const shown = useRef(problems);
  useLayoutEffect(() => {
    if (problems === shown.current || problems.length === 0) return;
    shown.current = problems;
    form?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  });
}
