/** A command as people type it. Some bots publish names that begin with a slash. */
export const commandName = (name: string): string => (name.startsWith('/') ? name : `/${name}`);
