import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  getNamedType,
  isAbstractType,
  isEnumType,
  isInputObjectType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  isRequiredInputField,
} from 'graphql';
import { schema } from '../../src/schema/index.ts';

export interface Operation {
  readonly query: string;
  readonly variables: Record<string, unknown>;
}

const ODD_TEXTS = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  '🦊',
  '"',
  '\\',
  '__proto__',
  'Bot:',
  "'; --",
  '%',
  'x'.repeat(500),
];
const TEXTS = [
  'music',
  'de',
  'A bot that does what it does, and tells so.',
  'https://8.8.8.8/',
  'Bot:123456789012345678',
];
const INTEGERS = [0, 1, 2, 10, 100, -1, 101, 2_147_483_647, -2_147_483_648];
const TIMES = ['2026-01-01T00:00:00.000Z', '0001-01-01T00:00:00Z', '9999-12-31T23:59:59.999Z'];
const JSON_VALUES = [
  null,
  0,
  -1,
  'x',
  [],
  {},
  { server_count: 5 },
  { commands: [{ name: 'a', description: 'b' }] },
  [[[1]]],
];

/**
 * Makes operations from a list of numbers, each of which decides one thing: the same numbers make the same operation,
 * and fewer or smaller ones a smaller one, so that fast-check can shrink what fails.
 */
export class Maker {
  readonly #choices: readonly number[];
  #used = 0;
  /** Ids that mean something to the service, the caller's own first. */
  readonly #ids: readonly string[];
  #variables: Record<string, unknown> = {};
  #definitions: string[] = [];
  #aliases = 0;
  /** How often a value is of the wrong kind, a name wrong or a part missing: one in so many; 0 for never. */
  #mistakes: number;

  constructor(choices: readonly number[], ids: readonly string[], mistakes: number) {
    this.#choices = choices;
    this.#ids = ids;
    this.#mistakes = mistakes;
  }

  operation(): Operation {
    const kind = this.#pick(['query', 'query', 'query', 'mutation', 'mutation', 'subscription'] as const);
    const root = {
      query: schema.getQueryType(),
      mutation: schema.getMutationType(),
      subscription: schema.getSubscriptionType(),
    }[kind];
    if (!root) throw new Error('The schema lacks a root.');
    this.#variables = {};
    this.#definitions = [];
    // A subscription has one root field.
    const selection = this.#fieldsOf(root, 5, kind === 'subscription' ? 1 : 3);
    const variables = this.#definitions.length > 0 ? `(${this.#definitions.join(', ')})` : '';
    return { query: `${kind} Generated${variables} { ${selection} }`, variables: this.#variables };
  }

  #next(): number {
    return this.#choices[this.#used++] ?? 0;
  }

  #pick<Value>(values: readonly Value[]): Value {
    return values[this.#next() % values.length] as Value;
  }

  #errs(): boolean {
    return this.#mistakes > 0 && this.#next() % this.#mistakes === this.#mistakes - 1;
  }

  #fieldsOf(type: GraphQLObjectType, depth: number, most: number): string {
    const fields = Object.values(type.getFields()).filter(
      (field) => depth > 1 || isLeafType(getNamedType(field.type)),
    );
    if (fields.length === 0) return '__typename';
    const count = 1 + (this.#next() % most);
    return Array.from({ length: count }, () => this.#field(this.#pick(fields), depth)).join(' ');
  }

  #field(field: GraphQLField<unknown, unknown>, depth: number): string {
    const args = field.args.map((arg) => this.#argument(arg)).filter((arg) => arg !== '');
    const name = this.#errs() ? `${field.name}${this.#pick(['s', '_', 'x'.repeat(99)])}` : field.name;
    const directive =
      this.#next() % 9 === 8
        ? this.#pick([' @include(if: true)', ' @skip(if: false)', ' @include(if: false)'])
        : '';
    const made = `a${this.#aliases++}: ${name}${args.length > 0 ? `(${args.join(', ')})` : ''}${directive}`;
    return `${made} ${this.#selectionOf(field.type, depth - 1)}`;
  }

  #selectionOf(output: GraphQLOutputType, depth: number): string {
    const type: GraphQLNamedType = getNamedType(output);
    if (isLeafType(type)) return this.#errs() ? '{ id }' : '';
    if (this.#errs()) return '';
    if (isObjectType(type)) return `{ ${this.#fieldsOf(type, depth, 4)} }`;
    if (!isAbstractType(type)) return '';
    const possible = schema.getPossibleTypes(type);
    const of = this.#pick(possible);
    return `{ __typename ... on ${this.#errs() ? 'Health' : of.name} { ${this.#fieldsOf(of, depth, 3)} } }`;
  }

  #argument({ name, type, defaultValue }: GraphQLArgument): string {
    const isNeeded = isNonNullType(type) && defaultValue === undefined;
    if (isNeeded ? this.#errs() : this.#next() % 2 === 0) return '';
    if (this.#next() % 2 === 0) {
      const variable = `v${this.#definitions.length}`;
      this.#definitions.push(`$${variable}: ${this.#errs() ? 'String' : String(type)}`);
      this.#variables[variable] = this.#value(type);
      return `${name}: $${variable}`;
    }
    return `${this.#errs() ? `${name}s` : name}: ${literal(this.#value(type), type)}`;
  }

  #value(type: GraphQLInputType): unknown {
    if (this.#errs()) return this.#pick([...JSON_VALUES, ...ODD_TEXTS, ...INTEGERS, 1.5]);
    if (isNonNullType(type)) return this.#value(type.ofType);
    if (isListType(type)) return Array.from({ length: this.#next() % 4 }, () => this.#value(type.ofType));
    if (isEnumType(type)) return this.#pick(type.getValues()).name;
    if (isInputObjectType(type)) {
      const fields = Object.values(type.getFields()).filter(
        (field) => isRequiredInputField(field) || this.#next() % 2 === 0,
      );
      return Object.fromEntries(fields.map((field) => [field.name, this.#value(field.type)]));
    }
    switch (type.name) {
      case 'Int':
        return this.#pick(INTEGERS);
      case 'Boolean':
        return this.#pick([true, false]);
      case 'DateTime':
        return this.#pick(TIMES);
      case 'JSON':
        return this.#pick(JSON_VALUES);
      case 'ID':
        return this.#pick([...this.#ids, ...this.#ids, ...ODD_TEXTS]);
      default:
        return this.#pick([...TEXTS, ...TEXTS, ...ODD_TEXTS]);
    }
  }
}

/** A value as it is written in a document. */
function literal(value: unknown, type: GraphQLInputType): string {
  const named = getNamedType(type);
  if (isEnumType(named) && typeof value === 'string' && named.getValue(value)) return value;
  if (Array.isArray(value)) return `[${value.map((item) => literal(item, type)).join(', ')}]`;
  if (typeof value === 'object' && value !== null) {
    const fields = isInputObjectType(named) ? named.getFields() : {};
    return `{ ${Object.entries(value)
      .map(([key, item]) => `${key}: ${literal(item, fields[key]?.type ?? type)}`)
      .join(', ')} }`;
  }
  // Halves of characters are no part of a document, not even escaped.
  return JSON.stringify(typeof value === 'string' ? value.toWellFormed() : value);
}
