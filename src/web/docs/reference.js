/* global SwaggerUIBundle */

/** Swagger UI in a page: the page has the title, there is one server, and what Swagger UI leaves without a name gets one. */
function inPage({ React }) {
  const h = React.createElement;
  /** What Swagger UI has no option for is changed in the document, each time that it is drawn. */
  const mended = (selector, change) => (Original) => (props) =>
    h(
      'div',
      { className: 'mended', ref: (element) => element?.querySelectorAll(selector).forEach(change) },
      h(Original, props),
    );
  const scrollable = mended('pre', (code) => code.setAttribute('tabindex', '0'));
  const named = (name, control) => h('label', null, h('span', { className: 'hidden' }, name), control);

  function Token({ authActions }) {
    return h(
      'form',
      { className: 'token', onSubmit: (event) => event.preventDefault() },
      h('label', { htmlFor: 'token' }, 'API token for what you try out'),
      h('input', {
        id: 'token',
        type: 'password',
        autoComplete: 'off',
        'aria-describedby': 'token-hint',
        onChange: ({ target: { value } }) => {
          if (value) ui.preauthorizeApiKey('token', value);
          else authActions.logout(['token']);
        },
      }),
      h(
        'span',
        { id: 'token-hint', className: 'note' },
        'Requests are real and change the listing. The token is forgotten with this page.',
      ),
    );
  }

  function PageLayout({ specSelectors, authActions, getComponent }) {
    if (specSelectors.loadingStatus() === 'failed') {
      return h('p', { role: 'alert' }, 'The description could not be loaded. Reload the page to try again.');
    }
    if (!specSelectors.specStr()) return h('p', { className: 'loading' }, 'Loading…');
    return h(
      'div',
      { className: 'swagger-ui' },
      h(getComponent('SvgAssets')),
      h(Token, { authActions }),
      h('h2', null, 'Operations'),
      h(getComponent('operations', true)),
    );
  }

  return {
    components: {
      PageLayout,
      // A link inside the button that unfolds an operation; the address follows what is unfolded without it.
      DeepLink: ({ text }) => h('span', null, text),
      authorizeOperationBtn: () => null,
    },
    wrapComponents: {
      JsonSchemaForm: (Form) => (props) =>
        props.description ? named(props.description, h(Form, props)) : h(Form, props),
      RequestBodyEditor: (Editor) => (props) => named('Request body', h(Editor, props)),
      // It says that it is a region, one without a name and no longer a table.
      responses: mended('table[role="region"]', (table) => table.removeAttribute('role')),
      // It has the title of the schema, which few schemas have.
      JSONSchema202012Accordion: mended('button', (button) => {
        if (!button.textContent) button.setAttribute('aria-label', 'Members');
      }),
      HighlightCode: scrollable,
      curl: scrollable,
    },
  };
}

const ui = SwaggerUIBundle({
  url: '/api/openapi.json',
  dom_id: '#reference',
  plugins: [inPage],
  layout: 'PageLayout',
  deepLinking: true,
  syntaxHighlight: { theme: 'tomorrow-night' },
  // The page may ask its own host only, which the description can know by another name.
  requestInterceptor(request) {
    const { pathname, search } = new URL(request.url, location.href);
    request.url = location.origin + pathname + search;
    return request;
  },
  // Otherwise a site elsewhere would be asked whether the description is valid.
  validatorUrl: null,
});
