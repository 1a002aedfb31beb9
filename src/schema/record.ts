import type { ObjectRef, ShapeFromTypeParam, TypeParam } from '@pothos/core';
import { builder } from './builder.ts';
import type { Context } from './context.ts';

type Types = typeof builder.$inferSchemaTypes;
type Type = TypeParam<Types>;

/** A type that may be null. */
export const orNull = <Of extends Type>(type: Of) => ({ type, nullable: true }) as const;

/** A type, or one that {@link orNull} made. */
type MaybeNull = Type | { readonly type: Type; readonly nullable: true };
type Source<Row> = keyof Row | ((row: Row, context: Context) => unknown);
type More = Readonly<Record<'complexity' | 'authScopes', unknown>>;

/**
 * A field. For a `String` that has the same name in the row, write only the description. Otherwise: the type, the
 * description, and where the value comes from when the row has it under another name, or not at all.
 */
type Member<Row> =
  | string
  | readonly [type: MaybeNull, description: string]
  | readonly [type: MaybeNull, description: string, from: Source<Row>]
  | readonly [type: MaybeNull, description: string, from: Source<Row>, more: Partial<More>];

/** What a field of a type may resolve to. */
type ValueOf<Of> = Of extends { readonly type: infer Inner extends Type; readonly nullable: true }
  ? ShapeFromTypeParam<Types, Inner, true>
  : Of extends Type
    ? ShapeFromTypeParam<Types, Of, false>
    : never;

type Given<Row, From> = From extends (...args: never[]) => infer Value
  ? Awaited<Value>
  : From extends keyof Row
    ? Row[From]
    : unknown;

type Fits<Row, From, Of> = [Given<Row, From>] extends [ValueOf<Of>] ? unknown : { wrong: Given<Row, From> };

/** Refuses a field whose value does not fit its type. */
export type Checked<Row, Members> = {
  readonly [Name in keyof Members]: Members[Name] extends string
    ? Fits<Row, Name, 'String'>
    : Members[Name] extends readonly [infer Of, string, infer From, ...unknown[]]
      ? Fits<Row, From, Of>
      : Members[Name] extends readonly [infer Of, string]
        ? Fits<Row, Name, Of>
        : unknown;
};

export type Members<Row> = Readonly<Record<string, Member<Row>>>;
type FieldBuilder<Row> = PothosSchemaTypes.ObjectFieldBuilder<Types, Row>;
type FieldMap = ReturnType<Parameters<typeof builder.queryFields>[0]>;

/** Makes the fields of an object type or an interface. */
export function fieldsOf<Row>(t: FieldBuilder<Row>, members: Members<Row>): FieldMap {
  return Object.fromEntries(
    Object.entries(members).map(([name, member]) => {
      const [type, description, from = name, more] =
        typeof member === 'string' ? (['String', member] as const) : member;
      const isTyped = typeof type === 'object' && 'nullable' in type;
      const options = { ...(isTyped ? type : { type }), description, ...more };
      if (typeof from !== 'function') return [name, t.expose(from as never, options as never)];
      const resolve = (row: Row, _: unknown, context: Context) => from(row, context);
      return [name, t.field({ ...options, resolve } as never)];
    }),
  );
}

/**
 * Makes an object type, whose fields show what a row has: `record<Row>('Name')(description, fields)`.
 *
 * @param others the fields that have arguments, or need the viewer
 */
export const record =
  <Row extends object>(name: string) =>
  <const Given extends Members<Row>>(
    description: string,
    members: Given & Checked<Row, Given>,
    others?: (t: FieldBuilder<Row>) => FieldMap,
  ): ObjectRef<Types, Row> =>
    builder.objectRef<Row>(name).implement({
      description,
      fields: (t) => ({ ...fieldsOf<Row>(t as never, members), ...others?.(t as never) }),
    }) as never;

/** Adds such fields to an object type. */
export function extend<Row extends object, const Given extends Members<Row>>(
  type: ObjectRef<Types, Row>,
  members: Given & Checked<Row, Given>,
): void {
  builder.objectFields(type, (t) => fieldsOf<Row>(t as never, members));
}
