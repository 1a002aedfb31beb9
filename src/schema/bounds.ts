import SchemaBuilder, {
  BasePlugin,
  type ConfigurableRef,
  type FieldRequiredness,
  type InputType,
  type PothosInputFieldConfig,
  type PothosInputFieldType,
  type PothosOutputFieldConfig,
  type SchemaTypes,
} from '@pothos/core';
import {
  type GraphQLArgument,
  type GraphQLFieldResolver,
  type GraphQLInputField,
  type GraphQLInputType,
  getNullableType,
  isInputObjectType,
  isListType,
} from 'graphql';
import { InvalidInputError } from '../domain/kernel/errors.ts';

/*
 * No argument is larger than its bound when a scope, a resolver, a rate limit or a log line sees it. Each argument and
 * input field of type String or JSON has a `max`, each list has `maxItems`; without one, the schema cannot be built.
 */

declare global {
  export namespace PothosSchemaTypes {
    export interface Plugins<Types extends SchemaTypes> {
      bounds: BoundsPlugin<Types>;
    }
    export interface InputFieldOptions<
      Types extends SchemaTypes = SchemaTypes,
      Type extends InputType<Types> | [InputType<Types>] = InputType<Types> | [InputType<Types>],
      Req extends FieldRequiredness<Type> = FieldRequiredness<Type>,
    > {
      /** The most UTF-16 units of a text, of each text of a list, or of all texts in a JSON value: one of `SIZES`. */
      max?: number;
      /** The most items of a list. */
      maxItems?: number;
    }
  }
}

/**
 * The bounds, in UTF-16 units. Each field refuses much less, in its own words. These end what is far beyond: they are
 * for memory, not for people.
 */
export const SIZES = {
  /** Ids, codes and slugs. */
  code: 100,
  cursor: 300,
  /** A search has up to 100 characters. */
  search: 500,
  line: 1000,
  url: 4096,
  text: 10_000,
  markdown: 100_000,
  /** As much as a body may have. */
  body: 1024 * 1024,
  /** Items of a list. */
  few: 100,
  items: 2000,
} as const;

/**
 * What takes the place of an id or a JSON value beyond its bound. Its field refuses it as any unknown id or wrong value,
 * in its own order: the contract wants the token to be refused first.
 */
export const TOO_LONG = 'too-long';

interface Bounds {
  readonly max?: number | undefined;
  readonly maxItems?: number | undefined;
}

class BoundsPlugin<Types extends SchemaTypes> extends BasePlugin<Types> {
  override onInputFieldConfig(config: PothosInputFieldConfig<Types>): PothosInputFieldConfig<Types> {
    const { max, maxItems } = config.pothosOptions as Bounds;
    const name = this.#typeOf(config.type);
    const isText = name === 'String' || name === 'JSON';
    if ((isText && max === undefined) || (config.type.kind === 'List' && maxItems === undefined)) {
      throw new Error(`${config.parentType}.${config.parentField ?? ''}(${config.name}) has no bound.`);
    }
    const bounds: Bounds = { max: name === 'ID' ? (max ?? SIZES.code) : max, maxItems };
    return { ...config, extensions: { ...config.extensions, bounds, scalar: name } };
  }

  /** The name of a type, or of the items of a list. */
  #typeOf(type: PothosInputFieldType<Types>): string {
    return type.kind === 'List'
      ? this.#typeOf(type.type)
      : this.builder.configStore.getTypeConfig(type.ref as ConfigurableRef<Types>).name;
  }

  override wrapResolve(
    resolve: GraphQLFieldResolver<unknown, Types['Context'], object>,
    { args }: PothosOutputFieldConfig<Types>,
  ): GraphQLFieldResolver<unknown, Types['Context'], object> {
    if (Object.keys(args).length === 0) return resolve;
    return (parent, given, context, info) => resolve(parent, bounded(given, info), context, info);
  }

  override wrapSubscribe(
    subscribe: GraphQLFieldResolver<unknown, Types['Context'], object> | undefined,
    { args }: PothosOutputFieldConfig<Types>,
  ): GraphQLFieldResolver<unknown, Types['Context'], object> | undefined {
    if (!subscribe || Object.keys(args).length === 0) return subscribe;
    return (parent, given, context, info) => subscribe(parent, bounded(given, info), context, info);
  }
}

SchemaBuilder.registerPlugin('bounds', BoundsPlugin);

/** @throws {InvalidInputError} when a text or a list is too long */
function bounded(given: object, info: Parameters<GraphQLFieldResolver<unknown, unknown>>[3]): object {
  const { args = [] } = info.parentType.getFields()[info.fieldName] ?? {};
  return boundedFields(given as Record<string, unknown>, args);
}

type Field = GraphQLArgument | GraphQLInputField;

/** Copies only what changes. Most requests are within their bounds. */
function boundedFields(given: Record<string, unknown>, fields: readonly Field[]): Record<string, unknown> {
  let result = given;
  for (const field of fields) {
    const value = given[field.name];
    if (value === undefined || value === null) continue;
    const kept = boundedValue(value, field, field.type);
    if (kept !== value) result = { ...result, [field.name]: kept };
  }
  return result;
}

function boundedValue(value: unknown, field: Field, type: GraphQLInputType): unknown {
  const { max = Number.POSITIVE_INFINITY, maxItems = 0 } = field.extensions.bounds as Bounds;
  const nullable = getNullableType(type);
  if (isListType(nullable) && Array.isArray(value)) {
    if (value.length > maxItems) {
      throw new InvalidInputError('argument.tooMany', { argument: field.name, max: maxItems });
    }
    const items = value.map((item: unknown) => boundedValue(item, field, nullable.ofType));
    return items.some((item, index) => item !== value[index]) ? items : value;
  }
  if (isInputObjectType(nullable)) {
    return boundedFields(value as Record<string, unknown>, Object.values(nullable.getFields()));
  }
  if (field.extensions.scalar === 'JSON') return isSmall(value, max) ? value : TOO_LONG;
  if (typeof value !== 'string' || value.length <= max) return value;
  if (field.extensions.scalar === 'ID') return TOO_LONG;
  throw new InvalidInputError('argument.tooLong', { argument: field.name, max });
}

/** Whether the texts of a JSON value, its keys and its other values have no more characters than `max`, about. */
function isSmall(json: unknown, max: number): boolean {
  let left = max;
  const open = [json];
  while (open.length > 0 && left >= 0) {
    const value = open.pop();
    left -= typeof value === 'string' ? value.length : 1;
    if (typeof value !== 'object' || value === null) continue;
    for (const key of Array.isArray(value) ? [] : Object.keys(value)) left -= key.length;
    for (const child of Object.values(value)) open.push(child);
  }
  return left >= 0;
}
