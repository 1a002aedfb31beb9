import { type Change, ChangeType, CriticalityLevel, diff } from '@graphql-inspector/core';
import {
  buildSchema,
  type GraphQLNamedType,
  type GraphQLSchema,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
} from 'graphql';

/** How long clients have to leave what is deprecated. */
const MONTHS = 6;
/** The reason of a deprecation begins with its date, and then says what to use instead. */
const REASON = /^Since (\d{4}-\d{2}-\d{2}): ./;
const REMOVALS: readonly string[] = [
  ChangeType.FieldRemoved,
  ChangeType.EnumValueRemoved,
  ChangeType.InputFieldRemoved,
];

/** What a schema means for clients of the last release: sentences for the developer. */
export interface SchemaChanges {
  /** Breaks clients, and must not be released like this. */
  readonly refused: readonly string[];
  /** May surprise some clients. */
  readonly dangerous: readonly string[];
}

/**
 * Compares a schema with that of the last release by the rules in `UPGRADING.md`: what breaks clients is named in the
 * changelog, and what disappears was deprecated for six months.
 *
 * @param released the schema of the last release, as text
 * @param current the schema of today, as text
 * @param changelog the text of `CHANGELOG.md`
 */
export async function compareSchemas(
  released: string,
  current: string,
  changelog: string,
  now: Date,
): Promise<SchemaChanges> {
  const [before, after] = [buildSchema(released), buildSchema(current)];
  const changes = await diff(before, after);
  const at = (level: CriticalityLevel) => changes.filter(({ criticality }) => criticality.level === level);
  const announced = namesOf(changelog);
  const broken = at(CriticalityLevel.Breaking).flatMap((change) => {
    const { message, path = '' } = change;
    const problems: string[] = [];
    if (!announced.has(path))
      problems.push(`Name \`${path}\` under "### Breaking" of "## Unreleased" in CHANGELOG.md.`);
    if (REMOVALS.includes(change.type)) problems.push(...tooEarly(before, change, now));
    return problems.length > 0 ? [`${message}. ${problems.join(' ')}`] : [];
  });
  return {
    refused: [...broken, ...undated(after)],
    dangerous: at(CriticalityLevel.Dangerous).map(({ message }) => `${message}.`),
  };
}

/** @returns what the section "Breaking" of the next release names, in backquotes */
function namesOf(changelog: string): Set<string> {
  const next = /^## Unreleased\n(.*?)(?=^## |$(?![\s\S]))/ms.exec(changelog)?.[1] ?? '';
  const breaking = /^### Breaking\n(.*?)(?=^### |$(?![\s\S]))/ms.exec(next)?.[1] ?? '';
  return new Set([...breaking.matchAll(/`([^`]+)`/g)].map(([, name]) => name ?? ''));
}

function tooEarly(before: GraphQLSchema, { path = '' }: Change, now: Date): string[] {
  const date = REASON.exec(deprecations(before).get(path) ?? '')?.[1];
  const since = new Date(date ?? now);
  since.setUTCMonth(since.getUTCMonth() + MONTHS);
  if (date !== undefined && since <= now) return [];
  return [
    `Mark it as deprecated, and keep it for at least ${MONTHS} months and until the next major version.`,
  ];
}

function undated(schema: GraphQLSchema): string[] {
  return [...deprecations(schema)]
    .filter(([, reason]) => !REASON.test(reason))
    .map(
      ([path]) => `${path} is deprecated without a date. Begin its reason with "Since YYYY-MM-DD: use …".`,
    );
}

/** @returns the reason of each deprecation, by its path */
function deprecations(schema: GraphQLSchema): Map<string, string> {
  const members = Object.values(schema.getTypeMap()).flatMap((type) =>
    membersOf(type).map((member) => ({ ...member, path: `${type.name}.${member.name}` })),
  );
  return new Map(
    members.flatMap(({ path, deprecationReason }): [string, string][] =>
      deprecationReason == null ? [] : [[path, deprecationReason]],
    ),
  );
}

function membersOf(
  type: GraphQLNamedType,
): readonly { name: string; deprecationReason?: string | null | undefined }[] {
  if (isEnumType(type)) return type.getValues();
  return isObjectType(type) || isInterfaceType(type) || isInputObjectType(type)
    ? Object.values(type.getFields())
    : [];
}
