import { createSender, type Sender } from '../../../src/net/sender.ts';
import { UnsafeUrlError } from '../../../src/net/target.ts';

const publicAddress = '93.184.215.14';

/** Every name resolves to a public address, so that only the spelling can be what is refused. */
export function lenient(): { asked: string[]; sender: Sender } {
  const asked: string[] = [];
  const resolve = async (name: string) => {
    asked.push(name);
    return [publicAddress];
  };
  return { asked, sender: createSender({ trustedNetworks: [], resolve }) };
}

/** The code with which a URL is refused, or `accepted`. */
export async function refusal(url: string): Promise<string> {
  const { sender } = lenient();
  try {
    await sender.vet(url);
    return 'accepted';
  } catch (error) {
    return error instanceof UnsafeUrlError ? error.code : String(error);
  }
}
