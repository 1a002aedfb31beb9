import type { VNode } from 'preact';
import { currentLanguage } from '../words/current-language.ts';
import { messages } from '../words/messages.ts';
import { formatNumber } from '../words/numbers.ts';
import { textAttributes } from '../words/text-language.ts';

/** Longer lists get a search field, which `public.js` serves. */
const MAX_WITHOUT_SEARCH = 8;

/** The commands that a bot has published. */
export function BotCommands({
  commands,
  languages,
}: {
  commands: readonly { readonly name: string; readonly description: string }[];
  languages: readonly string[];
}): VNode {
  // Together they tell their language better than each alone.
  const { dir, lang } = textAttributes(commands.map(({ description }) => description).join(' '), languages);
  if (commands.length === 0)
    return (
      <section>
        <h2>{messages.bot.commands}</h2>
        <p>{messages.bot.noCommands}</p>
      </section>
    );
  return (
    <section>
      <h2 id="commands">{messages.bot.commands}</h2>
      {commands.length > MAX_WITHOUT_SEARCH ? (
        <p class="filter">
          <label>
            {messages.bot.filterCommands}{' '}
            <input
              type="search"
              placeholder={messages.bot.filterCommands}
              data-filter="command-list"
              autocomplete="off"
            />
          </label>
          <output
            data-filter-count="command-list"
            data-none={messages.bot.noCommandFound}
            data-some={JSON.stringify(commandForms(commands.length))}
          >
            {messages.bot.commandCount({ count: commands.length })}
          </output>
        </p>
      ) : null}
      <dl class="commands" id="command-list">
        {commands.map(({ name, description }) => (
          <div>
            <dt>/{name}</dt>
            <dd dir={dir} lang={lang}>
              {description}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/**
 * The plural forms of a count of commands, for `public.js`: it counts again while somebody searches. `#` stands for the
 * count.
 *
 * @param most the highest count
 */
function commandForms(most: number): Partial<Record<Intl.LDMLPluralRule, string>> {
  const rules = new Intl.PluralRules(currentLanguage());
  const forms: Partial<Record<Intl.LDMLPluralRule, string>> = {};
  for (let count = 1; count <= most; count++) {
    forms[rules.select(count)] ??= messages.bot.commandCount({ count }).replace(formatNumber(count), '#');
  }
  return forms;
}
