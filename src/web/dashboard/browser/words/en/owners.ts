export const owners = {
  owner: 'owner',
  coOwner: 'co-owner',
  invited: 'invited',
  alone: 'You manage this bot alone. Invite a co-owner to help you.',
  add: 'Invite a co-owner',
  id: 'User ID',
  hint: 'The user must have signed in here once, and accepts on their dashboard. A co-owner can do everything except remove the listing and change its owners.',
  addButton: 'Invite',
  added: 'Invited.',
  remove: 'Remove {name}',
  removeWarning: '{name} will no longer manage this listing.',
  leave: 'Leave this listing',
  leaveWarning: 'You will no longer manage this listing.',
  removed: 'Removed.',
} as const;

export const danger = {
  what: 'The bot disappears from the directory, and its token and webhook stop working. If you or a co-owner submit it again, it keeps its votes and history. For anyone else it starts empty.',
  ownerOnly: 'Only the owner can remove the listing, not a co-owner.',
  label: 'Type the name, {name}, to confirm',
  confirm: 'Remove the listing',
  mismatch: 'That is not the name.',
} as const;
