type Theme = 'light' | 'dark';

export const systemTheme = (): Theme =>
  matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';

export const shownTheme = (): Theme =>
  (document.documentElement.dataset.theme as Theme | undefined) ?? systemTheme();

export const otherTheme = (theme: Theme): Theme => (theme === 'dark' ? 'light' : 'dark');
