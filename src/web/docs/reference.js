/* global SwaggerUIBundle */
// Swagger UI has a dark form, which hangs on a class of the document.
const dark = window.matchMedia('(prefers-color-scheme: dark)');
const follow = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', follow);
follow();

SwaggerUIBundle({
  url: '/api/openapi.json',
  dom_id: '#reference',
  deepLinking: true,
  // Otherwise a site elsewhere would be asked whether the description is valid.
  validatorUrl: null,
});
