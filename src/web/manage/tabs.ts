import { createContext } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { hasUnsavedInput } from '../client/page.ts';
import { messages } from '../words/messages.ts';

/** The tabs of the page for managing a bot. The server knows the same addresses, and sends the same titles. */
export const TABS = ['overview', 'listing', 'api', 'webhook', 'team', 'settings'] as const;
export type Tab = (typeof TABS)[number];

export interface TabProps {
  readonly botId: string;
  /** The signed-in user. */
  readonly userId: string;
  /** Whether the site has a page "Contact". */
  readonly hasContact: boolean;
  /** What npm installs the client for JavaScript by. */
  readonly clientPackage: string;
  /** Called with the name of the bot as it is stored. */
  readonly onName: (name: string) => void;
}

/** Whether the reader may change the listing. Otherwise the tabs show what the team reads, and no way to change it. */
export const MayChange = createContext(true);

/** The tabs that have the sections of the one long page that was here before. Its links may be kept somewhere. */
const FORMER_SECTIONS: Readonly<Record<string, Tab>> = {
  '#listing': 'listing',
  '#picture': 'listing',
  '#owners': 'team',
  '#token': 'api',
  '#snippets': 'api',
  '#widget': 'api',
  '#webhook': 'webhook',
  '#deliveries': 'webhook',
  '#danger': 'settings',
};

/** The address of a tab. */
export function pathOf(botId: string, tab: Tab): string {
  return `/bot/${botId}/edit${tab === 'overview' ? '' : `/${tab}`}`;
}

/**
 * The tab that the address names. Links to other tabs change it without loading a page, in browsers that have the
 * Navigation API; in others each tab is a page of its own.
 *
 * A tab with unsaved input is left by loading a page, so that the browser asks first. It cannot ask when the reader
 * goes back or forward, so this asks then.
 */
export function useTab(botId: string): Tab {
  const [tab, setTab] = useState(() => {
    const former = FORMER_SECTIONS[location.hash];
    const named = tabAt(botId, location.pathname) ?? 'overview';
    if (named !== 'overview' || !former) return named;
    history.replaceState(null, '', pathOf(botId, former) + location.hash);
    return former;
  });
  useEffect(() => {
    if (!('navigation' in window)) return undefined;
    const follow = (event: NavigateEvent) => {
      const { pathname, searchParams } = new URL(event.destination.url);
      const wanted = tabAt(botId, pathname);
      // Another language has another page and another program.
      const isLoad =
        event.hashChange ||
        event.downloadRequest !== null ||
        event.navigationType === 'reload' ||
        searchParams.has('lang');
      if (!wanted || !event.canIntercept || isLoad) return;
      if (hasUnsavedInput()) {
        if (event.navigationType !== 'traverse') return;
        if (event.cancelable && !confirm(messages.common.leaveUnsaved)) {
          event.preventDefault();
          return;
        }
      }
      event.intercept({ focusReset: 'manual', handler: async () => setTab(wanted) });
    };
    navigation.addEventListener('navigate', follow);
    return () => navigation.removeEventListener('navigate', follow);
  }, [botId]);
  return tab;
}

function tabAt(botId: string, path: string): Tab | undefined {
  return TABS.find((tab) => pathOf(botId, tab) === path);
}

/** Shows the tab in what the server has rendered: the row of tabs, the title of the page, and the heading. */
export function useTabInPage(botId: string, tab: Tab, heading: string | undefined): void {
  const [{ site, first }] = useState(readPage);
  useEffect(() => {
    const title = heading ?? first;
    const element = document.getElementById('page-title');
    if (element && element.textContent !== title) element.textContent = title;
    for (const link of document.querySelectorAll('.tabs a')) {
      const isCurrent = link.getAttribute('href') === pathOf(botId, tab);
      if (!isCurrent) {
        link.removeAttribute('aria-current');
        continue;
      }
      link.setAttribute('aria-current', 'page');
      document.title = (tab === 'overview' ? '' : `${link.textContent} · `) + title + site;
      const row = link.closest('ul');
      const item = link.parentElement;
      if (row && item) row.scrollLeft = item.offsetLeft - row.offsetLeft - 48;
    }
  }, [botId, tab, heading, site, first]);
}

/** The heading that the server has rendered, and what follows it in the title. */
function readPage(): { readonly first: string; readonly site: string } {
  const first = document.getElementById('page-title')?.textContent ?? '';
  const { title } = document;
  return { first, site: title.slice(title.lastIndexOf(first) + first.length) };
}
