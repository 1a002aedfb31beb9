import { diffWordsWithSpace } from 'diff';
import { useMemo } from 'preact/hooks';
import { decodePermissions } from '../../terms/invite-permissions.ts';
import { type FieldName, fieldNamed } from '../../terms/listing-fields.ts';
import { tagLabel } from '../kit/tags.tsx';
import { botLanguages } from '../words/bot-languages.ts';
import { messages } from '../words/messages.ts';
import type { FieldChange, ListingEdit, Tag } from './documents.ts';

const labels = messages.edits;

const GONE = 'px-[.15rem] rounded-[.2rem] bg-bad-tint text-bad';
const COME = 'px-[.15rem] rounded-[.2rem] bg-good-tint text-good';
export const CHANGED_TEXT = 'changed-text m-0 overflow-y-auto whitespace-pre-wrap';

/** What an edit changes, field by field: what goes is struck through, what comes is underlined; pictures stand side by side. */
export function EditChanges({
  edit: { changes, language, part },
  tags = [],
}: {
  edit: Pick<ListingEdit, 'changes' | 'language' | 'part'>;
  /** Names of tags that have no translation. */
  tags?: readonly Tag[];
}) {
  return (
    <dl class="grid gap-2.5 my-3">
      {language !== null && (
        <div>
          <dt class="font-semibold">{labels.translation}</dt>
          <dd>{botLanguages().nameOf(language)}</dd>
        </div>
      )}
      {changes.map((change) => (
        <div key={change.field}>
          <dt class="font-semibold">{titleOf(change, part)}</dt>
          <dd dir="auto" lang={language ?? undefined}>
            {isPictures(change) ? <PictureChange change={change} /> : <Change change={change} tags={tags} />}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function titleOf(change: FieldChange, part: ListingEdit['part']): string {
  if (isPictures(change)) return PICTURES[change.field];
  return part === 'PLATFORM_NAME' ? labels.platformName : messages.fields[change.field as FieldName];
}

const PICTURES = {
  avatarHash: messages.sections.picture,
  bannerHash: messages.sections.banner,
  screenshots: messages.sections.screenshots,
};

const isPictures = (change: FieldChange): change is FieldChange & { field: keyof typeof PICTURES } =>
  Object.hasOwn(PICTURES, change.field);

/** The pictures before and after an edit, side by side. */
function PictureChange({ change: { picturesBefore, picturesAfter } }: { change: FieldChange }) {
  return (
    <div class="fit-12 gap-3">
      <Version label={labels.before} pictures={picturesBefore} />
      <Version label={labels.after} pictures={picturesAfter} />
    </div>
  );
}

function Version({ label, pictures }: { label: string; pictures: FieldChange['picturesBefore'] }) {
  return (
    <figure class="grid gap-[.4rem] content-start m-0">
      <figcaption class="text-muted">{label}</figcaption>
      {pictures.length === 0 && <p class="muted mt-1 mb-0">{labels.nothing}</p>}
      {pictures.map(({ url, thumbnailUrl, description }) => (
        <div key={url}>
          <a href={url} target="_blank" rel="noopener">
            <img
              class="block max-w-full max-h-48 framed rounded-small"
              src={thumbnailUrl}
              alt={description ?? label}
            />
          </a>
          {description !== null && (
            <p class="mt-1 mb-0" dir="auto">
              {description}
            </p>
          )}
        </div>
      ))}
    </figure>
  );
}

function Change({ change, tags }: { change: FieldChange; tags: readonly Tag[] }) {
  const { kind } = fieldNamed(change.field as FieldName);
  if (kind === 'line' || kind === 'markdown') return <TextChange {...change} />;
  const [before, after] = [
    wordsOf(change.before, change.field, tags),
    wordsOf(change.after, change.field, tags),
  ];
  const [gone, come] = [
    before.filter((one) => !after.includes(one)),
    after.filter((one) => !before.includes(one)),
  ];
  return (
    <ul class="items">
      {gone.map((one) => (
        <li key={one}>
          <del class={GONE}>{one}</del>
        </li>
      ))}
      {come.map((one) => (
        <li key={one}>
          <ins class={COME}>{one}</ins>
        </li>
      ))}
    </ul>
  );
}

/** Comparing two long texts that have nothing in common could take a minute. */
const DIFF_MS = 200;

/** @returns what goes, comes and stays; the whole texts when comparing them takes too long */
function partsOf(before: string, after: string) {
  const [old, fresh] = [visible(before), visible(after)];
  return (
    diffWordsWithSpace(old, fresh, { timeout: DIFF_MS }) ?? [
      { value: old, removed: true, added: false },
      { value: fresh, removed: false, added: true },
    ]
  );
}

/** Characters that change the order of the text around them could make a link read as another one. */
const visible = (text: string) =>
  text.replace(
    /\p{Bidi_Control}/gu,
    (character) => `[U+${character.codePointAt(0)?.toString(16).toUpperCase()}]`,
  );

/** Words that stay are shown, too, so that a change is read in its sentence. */
function TextChange({ field, before: [before = ''], after: [after = ''] }: FieldChange) {
  const parts = useMemo(() => partsOf(before, after), [before, after]);
  const doesScroll = fieldNamed(field as FieldName).kind === 'markdown';
  return (
    <p class={`${CHANGED_TEXT} max-h-96`} tabIndex={doesScroll ? 0 : undefined}>
      {parts.map(({ value, added, removed }, place) => {
        const key = `${place} ${value}`;
        if (removed)
          return (
            <del key={key} class={GONE}>
              {value}
            </del>
          );
        return added ? (
          <ins key={key} class={COME}>
            {value}
          </ins>
        ) : (
          <span key={key}>{value}</span>
        );
      })}
    </p>
  );
}

/** The value of a field in one of two versions. Words of a text that the other version lacks are marked. */
export function Value({
  field,
  tags,
  value,
  other,
}: {
  field: FieldName;
  tags: readonly Tag[];
  value: unknown;
  other: unknown;
}) {
  const { kind } = fieldNamed(field);
  if (value !== '' && (kind === 'line' || kind === 'markdown'))
    return <MarkedText text={String(value)} other={String(other)} doesScroll={kind === 'markdown'} />;
  const values = Array.isArray(value) ? value : value === '' ? [] : [String(value)];
  return (
    <ul class="items">
      {wordsOf(values, field, tags).map((one) => (
        <li key={one}>{one}</li>
      ))}
    </ul>
  );
}

/** A text that scrolls must be in reach of the keyboard. */
function MarkedText({ text, other, doesScroll }: { text: string; other: string; doesScroll: boolean }) {
  const parts = useMemo(() => partsOf(other, text).filter(({ removed }) => !removed), [text, other]);
  return (
    <p class={`${CHANGED_TEXT} max-h-64`} dir="auto" tabIndex={doesScroll ? 0 : undefined}>
      {parts.map(({ value, added }, place) => {
        const key = `${place} ${value}`;
        return added ? (
          <mark key={key} class="rounded-[.2rem] bg-wait-tint text-inherit">
            {value}
          </mark>
        ) : (
          <span key={key}>{value}</span>
        );
      })}
    </p>
  );
}

/** The values of a field as people read them. */
function wordsOf(values: readonly string[], field: string, tags: readonly Tag[]): string[] {
  const { kind } = fieldNamed(field as FieldName);
  const named = values.flatMap((value) => wordsOfOne(value, kind, tags));
  return named.length > 0 ? named : [labels.nothing];
}

function wordsOfOne(value: string, kind: string, tags: readonly Tag[]): string[] {
  switch (kind) {
    case 'permissions':
      return permissionNames(value);
    case 'languages':
    case 'language':
      return [botLanguages().nameOf(value)];
    case 'tags':
      return [tagLabel(tags.find(({ slug }) => slug === value) ?? { slug: value, label: value })];
    case 'scopes':
      return [
        Object.hasOwn(labels.scopes, value) ? labels.scopes[value as keyof typeof labels.scopes] : value,
      ];
    case 'flag':
      return [value === 'true' ? labels.yes : labels.no];
    default:
      return [value];
  }
}

function permissionNames(permissions: string): string[] {
  const { known = [], unknownCount = 0 } = decodePermissions(permissions) ?? {};
  const names = known.map(({ key }) => messages.permissionList[key].name);
  return unknownCount > 0 ? [...names, labels.unknownBits({ count: unknownCount })] : names;
}
