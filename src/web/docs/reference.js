/* global SwaggerUIBundle */

/**
 * A plugin that fits Swagger UI into the page: it leaves out the title and the choice of a server, and adds missing
 * accessible names.
 */
function inPage({ React }) {
  const h = React.createElement;
  /** Changes elements after each drawing, where Swagger UI has no option. */
  const adjusted = (selector, change) => (Original) => (props) =>
    h(
      'div',
      { className: 'adjusted', ref: (element) => element?.querySelectorAll(selector).forEach(change) },
      h(Original, props),
    );
  const scrollable = adjusted('pre', (code) => code.setAttribute('tabindex', '0'));
  const named = (name, control) => h('label', null, h('span', { className: 'hidden' }, name), control);

  function Token({ authActions }) {
    return h(
      'form',
      { className: 'token', onSubmit: (event) => event.preventDefault() },
      h('label', { htmlFor: 'token' }, 'API token for your requests'),
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
        'Requests are real and change the listing. The token is kept only until you leave this page.',
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

  /** Every form begins with a bot that exists: the reader's own, where they have one. */
  function withBot(description) {
    const { bot } = document.getElementById('reference').dataset;
    for (const operation of Object.values(description.paths).flatMap((path) => Object.values(path))) {
      for (const parameter of operation.parameters ?? [])
        if (parameter.name === 'id') parameter.example = bot;
    }
    return description;
  }

  return {
    statePlugins: {
      spec: { wrapActions: { updateJsonSpec: (update) => (description) => update(withBot(description)) } },
    },
    components: {
      PageLayout,
      // Its link would stand inside a button. The address follows the unfolded operation without it.
      DeepLink: ({ text }) => h('span', null, text),
      authorizeOperationBtn: () => null,
    },
    wrapComponents: {
      JsonSchemaForm: (Form) => (props) =>
        props.description ? named(props.description, h(Form, props)) : h(Form, props),
      RequestBodyEditor: (Editor) => (props) => named('Request body', h(Editor, props)),
      // Swagger UI makes this table a region without a name.
      responses: adjusted('table[role="region"]', (table) => table.removeAttribute('role')),
      // Its text is the schema's title, which few schemas have.
      JSONSchema202012Accordion: adjusted('button', (button) => {
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
  tryItOutEnabled: true,
  syntaxHighlight: { theme: 'tomorrow-night' },
  // The policy allows requests to the page's own origin only. The description may name another one.
  requestInterceptor(request) {
    const { pathname, search } = new URL(request.url, location.href);
    request.url = location.origin + pathname + search;
    return request;
  },
  // Swagger UI would send the description to a validator on another site.
  validatorUrl: null,
});
