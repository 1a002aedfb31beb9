/** Of a reason that moderators give, and of an answer to an appeal, in Unicode code points. */
export const REASON_LENGTH = { min: 10, max: 500 };
