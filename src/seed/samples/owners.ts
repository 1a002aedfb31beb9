/** The people who listed the hand-made bots. */
export const OWNERS = {
  amara: 'Amara Okonkwo',
  beatriz: 'Beatriz Salgado',
  dmitri: 'dmitri.k',
  elif: 'Elif Yıldız',
  haruto: '中村 陽翔',
  ingrid: 'Ingrid Solheim',
  jonas: 'Jonas Weidner',
  layla: 'ليلى حداد',
  mateus: 'Mateus Figueira',
  priya: 'Priya Raghunathan',
  sean: 'Seán Ó Briain',
  wren: 'wren',
} as const;

export type OwnerKey = keyof typeof OWNERS;
