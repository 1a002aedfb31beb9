import type { EditPart, EditReason, EditState } from '../db/moderation-tables.ts';
import type { Screenshot } from '../db/tables.ts';
import { InvalidInputError } from '../domain/kernel/errors.ts';
import { withdrawEdit } from '../domain/listing/edit.ts';
import { isOpen, type ListingEdit, languageOf, listEdits } from '../domain/listing/edits.ts';
import { imagePath } from '../domain/listing/images.ts';
import { decideEdit } from '../domain/moderation/decide-edit.ts';
import { findPlace } from '../domain/moderation/queue.ts';
import { USER_BUDGETS } from '../limits/budget.ts';
import { avatarPath, Bot, forReadersOrModerators } from './bot.ts';
import { SIZES } from './bounds.ts';
import { builder, enumOf, optionalText } from './builder.ts';
import { deciderErrors, moverErrors } from './errors.ts';
import { extend, orNull, record } from './record.ts';
import { byManagers, byModerators } from './shapes.ts';
import { spendAsUser } from './spend.ts';

/** Most edits change one field, and a listing has five screenshots at most, so such a list counts less than others. */
const FEW = { field: 1, multiplier: 2 };

export const EditStateRef = enumOf<EditState>(
  'ListingEditState',
  'What became of an edit of a public listing.',
  {
    waiting: 'It waits for a moderator. Until then everybody sees the listing as it was.',
    public: 'Everybody sees it. A moderator looks at it later.',
    accepted: 'A moderator accepted it.',
    refused: 'A moderator refused it. Nobody else has seen it.',
    reverted: 'It was public, and a moderator took it back.',
  },
);

const EditReasonRef = enumOf<EditReason>('ListingEditReason', 'Why an edit has to wait for a moderator.', {
  name: 'The name is a new one: more than capitals and spaces change.',
  links: 'A link leads to a host that no link led to before.',
  permissions: 'The invite asks for a scope or a sensitive permission that it did not ask for before.',
  picture: 'A picture is new, or what is said about one.',
});

/** Translations of all languages are one kind of part. */
type PartKind = Exclude<EditPart, `translation:${string}`> | 'translation';

const kindOf = (part: EditPart) => part.split(':')[0] as PartKind;

const EditPartRef = enumOf<PartKind>('ListingEditPart', 'What of a listing an edit changes.', {
  text: 'Its fields.',
  platform_name: 'Its name on the chat platform, which it follows. Nobody edited it here.',
  translation: 'Its texts in another language. Each language is a part of its own.',
  picture: 'The picture of the bot.',
  banner: 'The banner.',
  screenshots: 'The screenshots.',
});

/** A picture in one version of a listing. */
interface EditedPicture {
  readonly url: string;
  readonly thumbnailUrl: string;
  readonly screenshot: Screenshot | null;
}

const EditedPictureRef = record<EditedPicture>('EditedPicture')('A picture before or after an edit.', {
  url: 'Its path on this site. While it waits, only managers and moderators can fetch it.',
  thumbnailUrl: 'The path of a small version; the same one if there is none.',
  id: [
    orNull('ID'),
    'The id of a screenshot. Null for other pictures.',
    ({ screenshot }) => screenshot?.hash ?? null,
  ],
  width: [
    orNull('Int'),
    'The width of a screenshot in pixels. Null for other pictures.',
    ({ screenshot }) => screenshot?.width ?? null,
  ],
  height: [
    orNull('Int'),
    'The height of a screenshot in pixels. Null for other pictures.',
    ({ screenshot }) => screenshot?.height ?? null,
  ],
  description: [
    orNull('String'),
    'What a screenshot shows. Null when the owner did not say, and for other pictures.',
    ({ screenshot }) => screenshot?.description ?? null,
  ],
});

/** A field that an edit changes. */
interface FieldChange {
  readonly botId: string;
  readonly field: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** The pictures in a value of a field; none for other fields. */
function picturesOf({ botId, field }: FieldChange, value: unknown, isBefore: boolean): EditedPicture[] {
  if (field === 'screenshots') {
    return ((value ?? []) as Screenshot[]).map((screenshot) => ({
      url: imagePath(botId, screenshot.hash),
      thumbnailUrl: imagePath(botId, screenshot.thumbnailHash),
      screenshot,
    }));
  }
  if (!HASHES.has(field) || typeof value !== 'string') return [];
  // What everybody sees of a picture has an address of its own.
  const isAvatar = field === 'avatarHash' && isBefore;
  const url = isAvatar ? avatarPath(botId, value) : imagePath(botId, value);
  return [{ url, thumbnailUrl: url, screenshot: null }];
}

const HASHES = new Set(['avatarHash', 'bannerHash']);
const INTERNAL = new Set(['bannerThumbnailHash', 'platformIcon']);
const PICTURES = new Set([...HASHES, 'bannerThumbnailHash', 'screenshots']);

/** The value of a field as a list of texts: one for a text, none for nothing. */
function textsOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.map(String);
  return value === null || value === undefined || value === '' ? [] : [String(value)];
}

const FieldChangeRef = record<FieldChange>('FieldChange')(
  'A field that an edit changes. The value of a list has an entry for each item; no value has none.',
  {
    field: 'Its name in `ListingInput`, or `avatarHash`, `bannerHash` or `screenshots` for pictures.',
    before: [
      ['String'],
      'Before the edit. Empty for pictures.',
      ({ field, before }) => (PICTURES.has(field) ? [] : textsOf(before)),
    ],
    after: [
      ['String'],
      'After the edit. Empty for pictures.',
      ({ field, after }) => (PICTURES.has(field) ? [] : textsOf(after)),
    ],
    picturesBefore: [
      [EditedPictureRef],
      'The pictures before the edit.',
      (change) => picturesOf(change, change.before, true),
      { complexity: FEW },
    ],
    picturesAfter: [
      [EditedPictureRef],
      'The pictures after the edit.',
      (change) => picturesOf(change, change.after, false),
      { complexity: FEW },
    ],
  },
);

const ListingEditRef = record<ListingEdit>('ListingEdit')(
  'An edit of a public listing, or several that no moderator has looked at in between.',
  {
    editId: ['ID', 'Its id.', ({ id }) => String(id)],
    part: [
      EditPartRef,
      'What it changes. Each part has at most one edit that waits.',
      ({ part }) => kindOf(part),
    ],
    language: [
      orNull('String'),
      'The language of a translation, as ISO 639-1 code. Null for other parts.',
      ({ part }) => languageOf(part) ?? null,
    ],
    userName: [
      orNull('String'),
      'The name of who made it, or the last one of several. Null when the account is erased, and when the ' +
        'chat platform has changed.',
    ],
    editedAt: ['DateTime', 'When it was made, or the first of several.'],
    state: [EditStateRef, 'What became of it.'],
    reviewReasons: [[EditReasonRef], 'Why it has, or had, to wait. Empty when it was public at once.'],
    changes: [
      [FieldChangeRef],
      'What it changes. Pictures are deleted with the decision, so that a decided edit of them has none.',
      ({ botId, state, before, after }) =>
        Object.keys(after)
          .filter((field) => !INTERNAL.has(field) && (isOpen(state) || !PICTURES.has(field)))
          .map((field) => ({ botId, field, before: before[field], after: after[field] })),
      { complexity: FEW },
    ],
    decidedAt: [orNull('DateTime'), 'When a moderator decided.'],
    reason: [orNull('String'), 'What the moderator wrote.'],
  },
);

extend(Bot, {
  edits: [
    orNull([ListingEditRef]),
    'The edits since it became public, newest first: those without a decision, and the last ten others. For ' +
      'managers and moderators.',
    (bot, { services }) => listEdits(services, bot.id),
    forReadersOrModerators,
  ],
  placeInQueue: [
    orNull('Int'),
    'Its place among the listings that wait for a review, from 1 on. Null when it does not wait. For managers and ' +
      'moderators.',
    (bot, { services }) => findPlace(services, bot.id),
    forReadersOrModerators,
  ],
});

const ofEdit = builder.args((t) => ({
  botId: t.id({ required: true, description: "The bot's application id." }),
  editId: t.id({ required: true, description: 'The edit as it was read. A later one has another id.' }),
}));

function readEditId(editId: string): number {
  if (!/^\d{1,15}$/.test(editId)) throw new InvalidInputError('id.ofEdit');
  return Number(editId);
}

byManagers('withdrawEdit', {
  description: 'Takes back an edit that waits for a moderator.',
  args: () => ofEdit,
  budget: null,
  errors: { types: [...moverErrors.types, InvalidInputError] },
  act: async ({ botId, editId }, context, info) => {
    const id = readEditId(editId);
    await spendAsUser(context, info, USER_BUDGETS.change);
    await withdrawEdit(context.services, botId, id);
  },
});

byModerators('decideEdit', {
  description:
    'Decides on an edit of a public listing of another user. An edit that waits becomes public or is refused. A ' +
    'public one stays or is reverted; what was changed since then stays.',
  args: (t) => ({
    ...ofEdit,
    accepts: t.boolean({ required: true, description: 'Whether the edit is good.' }),
    reason: optionalText(
      SIZES.text,
      '10 to 500 characters, shown to the owners. Required to refuse an edit that waits.',
    ),
  }),
  errors: deciderErrors,
  act: ({ botId, editId, accepts, reason }, { services, viewer }) =>
    decideEdit(services, viewer.userId, botId, { editId: readEditId(editId), accepts, reason }),
});
