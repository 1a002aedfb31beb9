// Sends the requests that readers fill in, with their token, and shows the responses.

const token = document.getElementById('token');

for (const form of document.querySelectorAll('.try form')) {
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const [button, status, text] = ['button', '[role=status]', 'pre'].map((part) => form.querySelector(part));
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
function read(form) {
  const { method, path, token: takesToken } = form.dataset;
  const body = form.querySelector('textarea')?.value;
  const headers = {
    ...(body !== undefined && { 'Content-Type': 'application/json' }),
    ...(takesToken !== undefined && token.value && { Authorization: token.value }),
  };
  const url = new URL(location.origin);
  let pathname = path;
  for (const { name, value, dataset } of form.querySelectorAll('input')) {
    if (value === '') continue;
    if (dataset.in === 'path') pathname = pathname.replace(`{${name}}`, encodeURIComponent(value));
    else url.searchParams.set(name, value);
  }
  url.pathname = pathname;
  return [url, { method, headers, body, credentials: 'omit', cache: 'no-store' }];
}

function readable(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
