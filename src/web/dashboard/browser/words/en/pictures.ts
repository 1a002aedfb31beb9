export const picture = {
  current: 'The picture of {name}',
  file: 'New picture',
  hint: 'PNG, JPEG, WebP or GIF, at most 256 KiB and 1024 × 1024 pixels.',
  upload: 'Upload the picture',
  choose: 'Choose a file first.',
  tooLarge: 'The file is larger than {kib, number} KiB.',
  wrongKind: 'The file is not a PNG, JPEG, WebP or GIF.',
  empty: 'The file is empty.',
  uploaded: 'The new picture is live.',
  remove: 'Remove the picture',
  removeWarning: "The bot will have the platform's picture, or its initial.",
  removed: 'The picture is removed.',
} as const;

export const banner = {
  current: 'The banner of {name}',
  file: 'New banner',
  hint: 'PNG, JPEG, WebP or GIF, at most 700 KiB. At least 640 pixels wide, and three to four times as wide as high.',
  upload: 'Upload the banner',
  uploaded: 'The new banner is live.',
  remove: 'Remove the banner',
  removeWarning: "The page will show the colours of the bot's picture instead.",
  removed: 'The banner is removed.',
} as const;
