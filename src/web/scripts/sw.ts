// Shows pushes of this site. It keeps no pages: a request goes to the network as without it.

interface Push {
  readonly title: string;
  readonly body: string;
  readonly url: string;
  /** A repetition has the same tag, and takes the place of the first one. */
  readonly tag: string;
}

/** An event of a service worker, as far as this one uses it. The types of workers and of pages exclude each other. */
interface WorkerEvent {
  waitUntil(work: Promise<unknown>): void;
  readonly data: { json(): Push };
  readonly notification: Notification;
}

declare const self: {
  addEventListener(type: string, listener: (event: WorkerEvent) => void): void;
  skipWaiting(): Promise<void>;
  readonly clients: { claim(): Promise<void>; openWindow(url: string): Promise<unknown> };
  readonly registration: ServiceWorkerRegistration;
};

self.addEventListener('install', () => void self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

self.addEventListener('push', (event) => {
  const { title, body, url, tag } = event.data.json();
  event.waitUntil(self.registration.showNotification(title, { body, tag, data: { url } }));
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(self.clients.openWindow(event.notification.data.url));
});
