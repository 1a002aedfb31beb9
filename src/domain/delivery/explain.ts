import type { FailureReason } from '../../net/outcome.ts';
import { type PlainReason, type Refusal, refusalOf } from '../kernel/refusal.ts';

const REASONS: Readonly<Record<FailureReason | 'secret', PlainReason>> = {
  blocked: 'attempt.blocked',
  refused: 'attempt.refused',
  unreachable: 'attempt.unreachable',
  proxy: 'attempt.proxy',
  tls: 'attempt.tls',
  timeout: 'attempt.timeout',
  reset: 'attempt.reset',
  protocol: 'attempt.protocol',
  too_large: 'attempt.too_large',
  aborted: 'attempt.aborted',
  secret: 'attempt.secret',
};

/** Explains the result of an attempt to the owner. The only parameter of its sentences is `statusCode`. */
export function explainAttempt(attempt: { statusCode: number | null; failure: string | null }): Refusal {
  const { failure } = attempt;
  const statusCode = attempt.statusCode ?? '';
  if (failure === null) return refusalOf('attempt.delivered', { statusCode });
  if (failure === 'redirect') return refusalOf('attempt.redirect', { statusCode });
  if (failure === 'status') return refusalOf('attempt.status', { statusCode });
  return refusalOf(REASONS[failure as FailureReason] ?? 'attempt.failed');
}
