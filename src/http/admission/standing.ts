import type { Actor } from '../../domain/identity/actor.ts';
import { UnauthenticatedError } from '../../domain/kernel/errors.ts';
import { within } from '../../lib/within.ts';
import type { Credential, IdentityClaim } from '../caller/credentials.ts';
import type { CredentialMemory } from '../caller/identify.ts';
import type { RoutedRequest, Standing } from '../routed-request.ts';
import type { Admission } from './admission.ts';
import { OverloadedError } from './slots.ts';

interface StandingOptions {
  readonly admission: Pick<Admission, 'enter'>;
  readonly memory: CredentialMemory;
  /** Authenticates the sender of a request, and notes the result in the memory. */
  readonly lookUp: (request: RoutedRequest) => Promise<Actor>;
}

/**
 * The time that an invalid token keeps its slot, in milliseconds. Its request costs nearly nothing after the look-up,
 * so nothing else would slow down a sender of invented tokens. 64 slots let in 530 of them a second.
 */
const REST_MS = 120;
/**
 * The maximum wait for a look-up, in milliseconds. While the database is silent, its statement fails first, after 2.5
 * seconds.
 */
const LOOK_UP_MS = 3000;

/** The credential of a request whose claim is not valid, so that no field looks it up again. */
const REFUTED: Record<IdentityClaim['kind'], Credential> = {
  token: { kind: 'unreadable' },
  // Browsers send cookies automatically, so an ended session is no error.
  session: { kind: 'none' },
};

/**
 * Makes a function that determines what a request has earned. A request is a stranger's until its credential has been
 * found valid. A credential that this process has not seen lately is looked up first, in a lane with a few slots. So
 * invented credentials take no slots and no connections of those who have real ones.
 *
 * @returns a function that throws `OverloadedError` when there is no slot for the look-up, or it takes too long, and
 *   the error of a look-up that fails, unless GraphQL reports it
 */
export function createStandings({
  admission,
  memory,
  lookUp,
}: StandingOptions): (request: RoutedRequest) => Standing | Promise<Standing> {
  function recall(request: RoutedRequest, claim: IdentityClaim): Standing | undefined {
    const { lane, credential, strangersLane } = request;
    const isValid = memory.recall(claim);
    if (isValid === undefined) return undefined;
    return isValid ? { lane, credential } : { lane: strangersLane, credential: REFUTED[claim.kind] };
  }

  async function find(request: RoutedRequest, claim: IdentityClaim): Promise<Standing> {
    const { lane, credential, strangersLane, route, response } = request;
    const release = await admission.enter(`${claim.kind}-look-ups`, response);
    // Another request may have had the same credential.
    const meanwhile = recall(request, claim);
    if (meanwhile) {
      release();
      return meanwhile;
    }
    const finding = lookUp(request).catch((error: unknown): Actor => {
      if (error instanceof UnauthenticatedError) return { kind: 'anonymous' };
      throw error;
    });
    const rest = ({ kind }: Actor) => {
      if (kind === 'anonymous' && claim.kind === 'token') setTimeout(release, REST_MS).unref();
      else release();
    };
    void finding.then(rest, release);
    try {
      const { kind } = await within(finding, LOOK_UP_MS, () => {
        // The look-up continues and keeps its slot.
        throw new OverloadedError();
      });
      if (kind !== 'anonymous') return { lane, credential, actor: finding };
      return { lane: strangersLane, credential: REFUTED[claim.kind] };
    } catch (error) {
      if (route.kind !== 'graphql' || error instanceof OverloadedError) throw error;
      return { lane: strangersLane, credential, actor: finding };
    }
  }

  return (request) => {
    const { claim, lane, credential, strangersLane } = request;
    if (!claim || lane === strangersLane) return { lane, credential };
    return recall(request, claim) ?? find(request, claim);
  };
}
