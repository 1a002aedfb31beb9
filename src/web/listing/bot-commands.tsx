import type { VNode } from 'preact';
import { commandName } from '../kit/command-name.ts';
import { pluralForms } from '../kit/plural-forms.ts';
import { messages } from '../words/messages.ts';
import { textAttributes } from '../words/text-language.ts';

/** Longer lists get a search field, which `public.ts` serves. */
const MAX_WITHOUT_SEARCH = 8;

/** The commands that a bot has published. */
export function BotCommands({
  bot: { commands, languages },
}: {
  bot: {
    commands: readonly { readonly name: string; readonly description: string }[];
    languages: readonly string[];
  };
}): VNode {
  // Together they tell their language better than each alone.
  const { dir, lang } = textAttributes(commands.map(({ description }) => description).join(' '), languages);
  if (commands.length === 0)
    return (
      <section>
        <h2 id="commands">{messages.bot.commands}</h2>
        <p>{messages.bot.noCommands}</p>
      </section>
    );
  return (
    <section>
      <h2 id="commands">{messages.bot.commands}</h2>
      {commands.length > MAX_WITHOUT_SEARCH ? (
        <p class="filter">
          <label>
            <span class="sr-only">{messages.bot.filterCommands}</span>
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
            data-some={JSON.stringify(pluralForms(messages.bot.commandCount, commands.length))}
          >
            {messages.bot.commandCount({ count: commands.length })}
          </output>
        </p>
      ) : null}
      <dl class="commands" id="command-list">
        {commands.map(({ name, description }) => (
          <div>
            <dt>{commandName(name)}</dt>
            <dd dir={dir} lang={lang}>
              {description}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
