import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import axe, { type RunOptions } from 'axe-core';
import { type Browser, type BrowserContext, chromium, type Page, type Response } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, onTestFinished } from 'vitest';
import { findProgram } from '../../src/embedded/programs.ts';
import { createLog } from '../../src/lib/log.ts';
import type { Services } from '../../src/schema/context.ts';
import { installTemporalRuntime } from '../../src/workflows/temporal/runtime.ts';
import { present } from '../kit/present.ts';
import { startOwnService, startService, type TestService } from '../kit/service.ts';
import { SILENCED } from './silenced.ts';

/** A kind of screen on which every page has to be usable. */
export interface Look {
  readonly name: string;
  readonly width: number;
  readonly height: number;
  /** The first one is the browser's. The others are looked at with each page that is inspected. */
  readonly schemes: readonly [Scheme, ...Scheme[]];
}

type Scheme = 'light' | 'dark';

const PHONE = { name: 'phone', width: 360, height: 780 };
const DESKTOP = { name: 'desktop', width: 1280, height: 800 };

/** Every size in both colour schemes. */
export const LOOKS: readonly Look[] = [PHONE, DESKTOP].map((size) => ({
  ...size,
  schemes: ['light', 'dark'],
}));

/** Every size and every scheme once, for flows: what they share with the other looks, `pages.test.ts` looks at. */
export const FLOW_LOOKS: readonly Look[] = [
  { ...PHONE, schemes: ['dark'] },
  { ...DESKTOP, schemes: ['light'] },
];

const FLAGS = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-gpu',
  '--disable-quic',
  '--disable-sync',
  '--no-first-run',
  '--no-sandbox',
  // What is not on this machine does not exist.
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
];
/** Without a window: most tests need about half of the time then. */
const WINDOWLESS = 'chromium-headless-shell';
const WHOLE = ['chromium', 'chromium-browser', 'google-chrome'];

/**
 * Starts the machine's Chromium with a new profile.
 *
 * @throws one line when there is none
 */
async function openBrowser(isWhole: boolean): Promise<Browser> {
  const names = isWhole ? WHOLE : [WINDOWLESS, ...WHOLE];
  const path = process.env.PATH ?? '';
  const found = names.map((name) => findProgram(name, path, ['/usr/bin'])).find((file) => file !== undefined);
  if (found === undefined) throw new Error('This machine lacks Chromium (install chromium).');
  return chromium.launch({ executablePath: found, args: FLAGS });
}

/** Somebody at a browser of their own, in which nothing may go wrong unseen. */
export interface Visitor {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Opens a page of the service, which has to answer with this status. */
  open(path: string, status?: number): Promise<Response>;
  /** Says that the page at this path is going to refuse a form. */
  willRefuse(path: string): void;
  /** Is signed in from now on, without the form, which `story.test.ts` fills in; and opens a page. */
  signIn(userId: string, name: string, returnTo?: string): Promise<void>;
  /**
   * Checks the page as it is, and keeps a picture of it if SCREENSHOTS names a folder: it has no violation of what axe
   * knows, it does not scroll sideways, no utility silences a style for a window or a state, and nothing was complained
   * about, refused by a policy or asked of another host since the visitor came.
   */
  inspect(name: string): Promise<void>;
}

/** The service of a test file, and the browser of its visitors. */
export interface Site {
  readonly service: TestService;
  readonly services: TestService['services'];
  /** Somebody comes, and leaves when the test ends. */
  arrive(look: Look, options?: { javaScript?: boolean; url?: string }): Promise<Visitor>;
  /** The same, signed in. */
  arriveAs(look: Look, ...user: Parameters<Visitor['signIn']>): Promise<Visitor>;
}

/**
 * Starts the browser and the service before the tests of a file, and closes them after the tests.
 *
 * @param start `startOwnService` for tests that look at all listings, or change them, or deliver
 * @param isWhole for tests of what a browser does around its pages: notifications, loading ahead
 */
export function useSite(start: () => Promise<TestService> = startService, isWhole = false): Site {
  let browser: Browser | undefined;
  let service: TestService | undefined;
  beforeAll(async () => {
    browser = await openBrowser(isWhole);
    service = await start();
    // The first page takes longer: documents are compiled, and connections opened.
    await fetch(`${service.url}/dashboard`, { headers: { cookie: await service.signIn() } });
  });
  afterAll(async () => {
    await browser?.close();
    await service?.close();
  });
  const arrive: Site['arrive'] = async (look, { javaScript = true, url } = {}) => {
    const { faults, url: own, signIn } = present(service);
    const visitor = await openVisitor(
      present(browser),
      { url: url ?? own, faults, signIn },
      look,
      javaScript,
    );
    onTestFinished(() => visitor.context.close());
    return visitor;
  };
  return {
    get service() {
      return present(service);
    },
    get services() {
      return present(service).services;
    },
    arrive,
    async arriveAs(look, ...user) {
      const visitor = await arrive(look);
      await visitor.signIn(...user);
      return visitor;
    },
  };
}

/** A service that delivers, where this machine has Temporal. */
export async function startWithDeliveries(environment: Record<string, string> = {}): Promise<TestService> {
  if (!inject('parts').temporal) return startOwnService(environment);
  installTemporalRuntime(createLog('warn'));
  const service = await startOwnService(environment, 'all');
  await service.deliveriesReady;
  return service;
}

async function openVisitor(
  browser: Browser,
  { url, faults, signIn }: Pick<TestService, 'url' | 'faults' | 'signIn'>,
  look: Look,
  javaScript: boolean,
): Promise<Visitor> {
  const context = await browser.newContext({
    baseURL: url,
    viewport: { width: look.width, height: look.height },
    colorScheme: look.schemes[0],
    reducedMotion: 'reduce',
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
    isMobile: look.name.startsWith('phone'),
    hasTouch: look.name.startsWith('phone'),
    javaScriptEnabled: javaScript,
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  context.setDefaultTimeout(15_000);
  const page = await context.newPage();
  const complaints: string[] = [];
  // A page that is meant to answer with an error is complained about by the browser, too.
  const refusedOnPurpose = new Set<string>();
  context.on('request', (request) => {
    if (!request.url().startsWith(`${url}/`) && !/^(data|blob):/.test(request.url()))
      complaints.push(`asked of another host: ${request.url()}`);
  });
  context.on('requestfailed', (request) => {
    // What was under way when the visitor went on.
    const reason = request.failure()?.errorText;
    if (reason !== 'net::ERR_ABORTED') complaints.push(`${request.url()}: ${reason}`);
  });
  page.on('console', (message) => {
    const isOnPurpose = refusedOnPurpose.has(message.location().url) && message.text().includes('status of');
    if (['error', 'warning'].includes(message.type()) && !isOnPurpose)
      complaints.push(`${message.type()} at ${page.url()}: ${message.text()}`);
  });
  page.on('pageerror', (error) => complaints.push(`thrown at ${page.url()}: ${error.message}`));

  const open: Visitor['open'] = async (path, status = 200) => {
    if (status >= 400) refusedOnPurpose.add(url + path);
    const response = await page.goto(path);
    expect(response?.status(), `${path} ${faults.join('')}`).toBe(status);
    if (!response) throw new Error(`${path} was not opened.`);
    return response;
  };

  return {
    page,
    context,
    open,
    willRefuse: (path) => refusedOnPurpose.add(url + path),
    async signIn(userId, name, returnTo = '/') {
      const [cookie = '', value = ''] = (await signIn(userId, name)).split('=');
      await context.addCookies([{ name: cookie, value, url, httpOnly: true, sameSite: 'Lax' }]);
      await open(returnTo);
    },
    async inspect(name) {
      // A page that says so for good fails here.
      if (javaScript) await page.locator('.loading').waitFor({ state: 'detached' });
      if (javaScript) {
        expect.soft(await violationsOf(page, ALL_RULES), `${look.name} ${name}`).toEqual([]);
        expect.soft(await page.evaluate(WIDER), `${look.name} ${name} scrolls sideways`).toEqual([]);
        expect.soft(await page.evaluate(SILENCED), `${look.name} ${name} has utilities over`).toEqual([]);
      }
      const [scheme, ...others] = look.schemes;
      await picture(page, `${name}-${look.name}-${scheme}`);
      for (const colorScheme of others) {
        await page.emulateMedia({ colorScheme });
        const title = `${look.name} ${colorScheme} ${name}`;
        if (javaScript) expect.soft(await violationsOf(page, COLOUR_RULES), title).toEqual([]);
        await picture(page, `${name}-${look.name}-${colorScheme}`);
      }
      if (others.length > 0) await page.emulateMedia({ colorScheme: scheme });
      // As one text: CI's report shortens lists.
      expect.soft(complaints.splice(0).join('\n'), `${look.name} ${name}`).toBe('');
    },
  };
}

/** Evaluated in the page: its elements that reach over its right edge, when the page can be scrolled there. */
const WIDER = `document.documentElement.scrollWidth <= document.documentElement.clientWidth ? [] :
  [...document.body.querySelectorAll('*')]
    .filter((element) => element.getBoundingClientRect().right > document.documentElement.clientWidth + 1)
    .map((element) => element.outerHTML.slice(0, 100))`;

const ALL_RULES: RunOptions = { rules: { 'target-size': { enabled: true } } };
/** Nothing else depends on the colour scheme. */
const COLOUR_RULES: RunOptions = { runOnly: ['color-contrast', 'link-in-text-block'] };

/**
 * The debugger evaluates it, which the page's policy does not concern: the page stays under it. The page is looked at
 * from its top: in the middle, the header covers half of a button, which counts as too small.
 */
async function violationsOf(page: Page, rules: RunOptions): Promise<string[]> {
  if (await page.evaluate(`typeof axe === 'undefined'`)) await page.evaluate(axe.source);
  // The whole result, with all that is right, would take longer to leave the page than axe takes.
  const options: RunOptions = { preload: false, resultTypes: ['violations'], selectors: false, ...rules };
  return page.evaluate<string[]>(`(async () => {
    const [x, y] = [scrollX, scrollY];
    scrollTo(0, 0);
    const { violations } = await axe.run(document, ${JSON.stringify(options)});
    scrollTo(x, y);
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => id + ': ' + html + ' ' + failureSummary));
  })()`);
}

/** Evaluated in the page: waits for pictures that are loaded only when they are scrolled to. */
const LOAD_PICTURES = `Promise.allSettled([...document.images].map((image) => {
  image.loading = 'eager';
  return image.decode();
}))`;

async function picture(page: Page, name: string): Promise<void> {
  await page.evaluate(LOAD_PICTURES);
  const folder = process.env.SCREENSHOTS;
  if (!folder) return;
  await mkdir(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true });
}

/** What decides, unlike a claim. */
const DECISION = /mutation(?![\s\S]*result: (claim|release)Listing)/;

/** Sends the decision that waits in a page, as leaving the page does, and waits for the answer. */
export async function sendDecision({ page }: Pick<Visitor, 'page'>): Promise<void> {
  const undo = page.locator('.undo button');
  await undo.waitFor();
  const answer = page.waitForResponse((response) => DECISION.test(response.request().postData() ?? ''));
  await page.evaluate(`dispatchEvent(new PageTransitionEvent('pagehide'))`);
  await answer;
  await undo.waitFor({ state: 'detached' });
}

/**
 * Removes all bots, once no request of a page that was closed works on them: each could wait for the other.
 *
 * @param sql of the service's database
 */
export async function removeBots(sql: Services['db']['sql']): Promise<void> {
  const working = async () => {
    const rows = await sql`
      select from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle'`;
    return rows.length;
  };
  await expect.poll(working).toBe(0);
  await sql`truncate bots cascade`;
}
