/**
 * Evaluated in a page: declarations of our files for a window or a state, or that hide something, which a utility at the
 * element takes away. The layer of utilities wins over every selector, so such a declaration never has an effect. What all
 * elements of a kind have, such as `#app button:hover`, may give way.
 */
export const SILENCED = `(() => {
  const STATE = /:(?:hover|focus(?:-visible|-within)?|active|target)(?![\\w-])/g;
  const rules = [];
  const utilities = new Map();
  function read(all, layer, isSometimes) {
    for (const rule of all) {
      if (rule instanceof CSSLayerBlockRule) read(rule.cssRules, layer || rule.name, isSometimes);
      else if (rule instanceof CSSGroupingRule) read(rule.cssRules, layer, true);
      if (!(rule instanceof CSSStyleRule)) continue;
      const { selectorText, style } = rule;
      // In every state: without :hover and the like, unless the rest is no selector then.
      const rest = selectorText.replaceAll(STATE, '');
      const always = CSS.supports('selector(' + rest + ')') ? rest : selectorText;
      if (layer === 'utilities' && !isSometimes && /^\\.[\\w-]+$/.test(selectorText)) utilities.set(selectorText.slice(1), style);
      const isOfFew = /[.[]/.test(always);
      if (layer === 'parts' && isOfFew && (isSometimes || always !== selectorText || style.display === 'none')) rules.push({ rule, always });
    }
  }
  for (const sheet of document.styleSheets) read(sheet.cssRules, '', false);
  const silenced = rules.flatMap(({ rule: { selectorText, style }, always }) =>
    [...document.querySelectorAll(always)].flatMap(({ classList }) =>
      [...classList].flatMap((name) =>
        [...style]
          .filter((property) => utilities.get(name)?.getPropertyValue(property))
          .filter((property) => utilities.get(name).getPropertyValue(property) !== style.getPropertyValue(property))
          .map((property) => selectorText + ': ' + property + ' by ' + name))));
  return [...new Set(silenced)];
})()`;
