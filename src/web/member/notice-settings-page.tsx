import type { VNode } from 'preact';
import { graphql, type ResultOf } from '../../documents/graphql.ts';
import { NOTICES_PATH } from '../kit/bell.tsx';
import { Icon } from '../kit/icon.tsx';
import { messages } from '../words/messages.ts';
import { type ChannelsShown, NoticeChannels } from './notice-channels.tsx';

export const NOTICE_SETTINGS_PATH = '/notices/settings';
/** The parameter of the page after the settings were saved. */
export const SAVED = 'saved';

export const noticeSettingsViewer = graphql(
  'fragment NoticeSettingsViewer on Viewer { noticeSettings { kind delivery readers } }',
);

type Settings = ResultOf<typeof noticeSettingsViewer>['noticeSettings'];
type Delivery = Settings[number]['delivery'];
type Readers = keyof typeof messages.noticeSettings.readers;

/**
 * Where the viewer wants notices of each kind that they may get. Every kind is a row of choices, and one button saves
 * them all.
 */
export function NoticeSettingsPage(
  { noticeSettings }: ResultOf<typeof noticeSettingsViewer>,
  isSaved: boolean,
  channels: ChannelsShown,
): VNode {
  const labels = messages.noticeSettings;
  const byReaders = Object.entries(Object.groupBy(noticeSettings, ({ readers }) => readers));
  return (
    <div class="member">
      <p class="note">
        <a href={NOTICES_PATH}>
          <Icon name="arrow-left" /> {messages.notices.title}
        </a>
      </p>
      <h1>{labels.title}</h1>
      {isSaved ? (
        <p class="counted" role="status">
          <Icon name="check" />
          <span>{labels.saved}</span>
        </p>
      ) : null}
      <p>{labels.intro}</p>
      <form method="post" action={NOTICE_SETTINGS_PATH}>
        {byReaders.map(([readers, settings = []]) => (
          <Kinds readers={readers as Readers} settings={settings} />
        ))}
        <button type="submit" class="button">
          {labels.save}
        </button>
      </form>
      <NoticeChannels channels={channels} />
    </div>
  );
}

const HEAD = 'text-small font-medium text-muted hyphens-auto';
const NAME = 'ps-4 pe-1 py-2 text-start';
const CELL = 'w-[18%] text-center last:pe-2';

function Kinds({ readers, settings }: { readers: Readers; settings: Settings }): VNode {
  const labels = messages.noticeSettings;
  const deliveries = Object.keys(labels.deliveries) as Delivery[];
  return (
    <table class="card w-full my-6 border-separate [border-spacing:0]">
      <caption class="pb-[.6rem] text-start text-large font-semibold">{labels.readers[readers]}</caption>
      <thead>
        <tr>
          <th class={`${NAME} ${HEAD}`} scope="col">
            {labels.kind}
          </th>
          {deliveries.map((delivery) => (
            <th class={`${CELL} ${HEAD} px-1 py-[.6rem]`} scope="col" id={`${readers}-${delivery}`}>
              {labels.deliveries[delivery]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody class="[&>tr:last-child>*]:border-b-0">
        {settings.map(({ kind, delivery: chosen }) => (
          <tr>
            <th class={`${NAME} font-regular`} scope="row" id={kind}>
              {labels.kinds[kind]}
            </th>
            {deliveries.map((delivery) => (
              <td class={`${CELL} p-0`}>
                <label class="grid place-items-center min-h-11">
                  <input
                    class="m-0 size-[1.2rem]"
                    type="radio"
                    name={kind}
                    value={delivery}
                    checked={delivery === chosen}
                    aria-labelledby={`${kind} ${readers}-${delivery}`}
                  />
                </label>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
