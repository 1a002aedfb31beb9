/** Where a sign-in may return to. */
export const OWN_PATHS = ['/', '/bot/123456789012345678/vote', '/?after=abc', '/a//b', '/%2F%2Fevil.example'];

/** What is no path of this site, or would not stay one in a browser or a header. */
export const FOREIGN_PATHS = [
  '//evil.example',
  '///evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  'https://evil.example',
  'https:evil.example',
  'javascript:alert(1)',
  'evil.example',
  '@evil.example',
  '.evil.example',
  '/\t/evil.example',
  '\t//evil.example',
  ' //evil.example',
  '/\r\nSet-Cookie: session=stolen',
  '/\u00e9vil',
  '/\0',
  '',
];
