// Turns pushes to this browser on: asks for the permission, subscribes at the browser's push service, and sends the
// subscription with the form.
import { the } from './dom.ts';

const form = the<HTMLFormElement>('form.push');
const { key = '', denied = '', failed = '' } = form.dataset;

function tell(text: string): void {
  const problem = the('[role="alert"]', form);
  problem.textContent = text;
  problem.hidden = false;
}

interface BrowserNames {
  readonly brands?: readonly { readonly brand: string }[];
  readonly platform?: string;
}

/** A name that its owner knows the browser by. */
function labelOfBrowser(): string {
  const known = navigator as Navigator & { readonly userAgentData?: BrowserNames };
  const { brands = [], platform = navigator.platform } = known.userAgentData ?? {};
  const brand = brands.find(({ brand }) => !/not.?a.?brand|chromium/i.test(brand))?.brand;
  const browser = brand ?? /(Firefox|Edg|Chrome|Safari)/.exec(navigator.userAgent)?.[1] ?? 'Browser';
  return platform ? `${browser}, ${platform}` : browser;
}

async function subscribe(): Promise<void> {
  if ((await Notification.requestPermission()) !== 'granted') return tell(denied);
  const registration = await navigator.serviceWorker.register('/sw.js');
  await navigator.serviceWorker.ready;
  const options = { userVisibleOnly: true, applicationServerKey: key };
  const { endpoint = '', keys } = (await registration.pushManager.subscribe(options)).toJSON();
  const values = { endpoint, ...keys, label: labelOfBrowser() };
  for (const [name, value] of Object.entries(values))
    the<HTMLInputElement>(`[name="${name}"]`, form).value = value;
  form.submit();
}

if ('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window) {
  form.hidden = false;
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    subscribe().catch(() => tell(failed));
  });
} else {
  the('.no-push').hidden = false;
}
