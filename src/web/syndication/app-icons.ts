import type { Brand } from '../../config/site.ts';
import type { Reply } from '../../http/message/reply.ts';
import type { Route } from '../../http/message/request.ts';
import { SECURITY_HEADERS } from '../../http/message/security-headers.ts';
import type { AppIcon } from '../../pictures/job.ts';
import { fillOf, openLogo } from '../frame/brand.ts';

export interface AppIconRoutes {
  readonly brand: Brand;
  /** @returns undefined when too many drawings wait */
  readonly drawAppIcon: (icon: AppIcon) => Promise<Buffer | undefined>;
}

/**
 * The icons of the installed site: browsers ask for 192 and 512 pixels as PNG. Android cuts a maskable one to a circle
 * or another shape, and iOS rounds its corners, so these two have a background.
 */
export const APP_ICONS = [
  { path: '/app-icons/192.png', size: 192, hasBackground: false },
  { path: '/app-icons/512.png', size: 512, hasBackground: false },
  { path: '/app-icons/maskable.png', size: 512, hasBackground: true },
  { path: '/app-icons/touch.png', size: 180, hasBackground: true },
] as const;

/** Each icon is drawn for the first request, and kept. */
export function createAppIconRoutes({ brand, drawAppIcon }: AppIconRoutes): readonly Route[] {
  const background = brand.siteLogo === undefined ? fillOf(brand.siteAccent) : '#ffffff';
  return APP_ICONS.map(({ path, size, hasBackground }): Route => {
    let drawn: Promise<Buffer | undefined> | undefined;
    const draw = async () => {
      const { type: mediaType, body: image } = openLogo(brand);
      return drawAppIcon({ logo: { mediaType, image }, size, background: hasBackground ? background : null });
    };
    return [
      'GET',
      path,
      async (): Promise<Reply> => {
        drawn ??= draw();
        const body = await drawn.catch(() => undefined);
        if (body) {
          const headers = { 'content-type': 'image/png', 'cache-control': 'public, max-age=86400' };
          return { status: 200, headers: { ...SECURITY_HEADERS, ...headers }, body };
        }
        drawn = undefined;
        return { status: 503, headers: { 'retry-after': '2', 'cache-control': 'no-store' } };
      },
    ];
  });
}
