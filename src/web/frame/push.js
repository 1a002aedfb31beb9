// Turns pushes to this browser on: asks for the permission, subscribes at the browser's push service, and sends the
// subscription with the form.

const form = document.querySelector('form.push');
const { key, denied, failed } = form.dataset;
const problem = form.querySelector('[role="alert"]');

function tell(text) {
  problem.textContent = text;
  problem.hidden = false;
}

/** A name that its owner knows the browser by. */
function labelOfBrowser() {
  const { brands = [], platform = navigator.platform } = navigator.userAgentData ?? {};
  const brand = brands.find(({ brand }) => !/not.?a.?brand|chromium/i.test(brand))?.brand;
  const browser = brand ?? /(Firefox|Edg|Chrome|Safari)/.exec(navigator.userAgent)?.[1] ?? 'Browser';
  return platform ? `${browser}, ${platform}` : browser;
}

async function subscribe() {
  if ((await Notification.requestPermission()) !== 'granted') return tell(denied);
  const registration = await navigator.serviceWorker.register('/sw.js');
  await navigator.serviceWorker.ready;
  const options = { userVisibleOnly: true, applicationServerKey: key };
  const { endpoint, keys } = (await registration.pushManager.subscribe(options)).toJSON();
  const values = { endpoint, ...keys, label: labelOfBrowser() };
  for (const [name, value] of Object.entries(values)) form.elements[name].value = value;
  form.submit();
}

if ('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window) {
  form.hidden = false;
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    subscribe().catch(() => tell(failed));
  });
} else {
  document.querySelector('.no-push').hidden = false;
}
