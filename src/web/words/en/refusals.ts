/** The domain's own catalogue: REST and GraphQL respond with these sentences. */
export { REFUSALS as refusals, TERMS as terms } from '../../../domain/kernel/refusals.ts';
