// Sends the requests that readers fill in, with their token, and shows the responses.
import { all, the } from './dom.ts';

for (const form of all<HTMLFormElement>('.try-form form')) {
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const button = the<HTMLButtonElement>('button', form);
    const status = the('[role=status]', form);
    const text = the('pre', form);
    button.disabled = true;
    status.textContent = 'Sending…';
    try {
      const response = await fetch(...read(form));
      text.textContent = readable(await response.text());
      text.hidden = false;
      status.textContent = `${response.status} ${response.statusText}`;
    } catch {
      text.hidden = true;
      status.textContent = 'The request was not sent. Check your token and your connection.';
    }
    button.disabled = false;
  });
}

/** The request that a form describes. An optional parameter without a value is left out. */
function read(form: HTMLFormElement): [URL, RequestInit] {
  const { method = '', path = '', token: takesToken } = form.dataset;
  const body = form.querySelector('textarea')?.value;
  const token = the<HTMLInputElement>('#token').value;
  const headers = {
    ...(body !== undefined && { 'Content-Type': 'application/json' }),
    ...(takesToken !== undefined && token && { Authorization: token }),
  };
  const url = new URL(location.origin);
  let pathname = path;
  for (const { name, value, dataset } of form.querySelectorAll('input')) {
    if (value === '') continue;
    if (dataset.in === 'path') pathname = pathname.replace(`{${name}}`, encodeURIComponent(value));
    else url.searchParams.set(name, value);
  }
  url.pathname = pathname;
  return [url, { method, headers, body: body ?? null, credentials: 'omit', cache: 'no-store' }];
}

function readable(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
