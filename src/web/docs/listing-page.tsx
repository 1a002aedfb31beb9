import type { VNode } from 'preact';
import { MAX_TRANSLATIONS } from '../../domain/listing/listing-fields.ts';

/** What owners can do with a listing besides its fields, and where. */
export function ListingPage(): VNode {
  return (
    <>
      <h1>Your listing</h1>
      <p class="lead">
        The page of your bot is what people read before they invite it. You change it on its edit page, which
        has a tab for each part. A co-owner who manages the listing can do all of this, too.
      </p>
      <Edits />
      <Translations />
      <Screenshots />
      <News />
      <Website />
      <Score />
    </>
  );
}

function Edits(): VNode {
  return (
    <>
      <h2 id="edits">Changes of a public listing</h2>
      <p>
        Most changes are public as soon as you save. A change waits for a moderator when the name is a new one
        and not only written in other capitals or spaces, when a link leads to a site that is new to the
        listing, when the invite asks for a new scope or a new sensitive permission, or when a picture is new.
      </p>
      <ul>
        <li>Until then visitors see the version that was approved. You see both in the tab Listing.</li>
        <li>
          The tab says why the change waits, its place in the queue, and how long reviews usually take. You
          can withdraw it, or keep editing: the next save replaces it.
        </li>
        <li>If a moderator refuses it, you see the reason. The same change cannot be sent again.</li>
      </ul>
      <p>
        <a href="/review">How we review</a> has all rules.
      </p>
    </>
  );
}

function Translations(): VNode {
  return (
    <>
      <h2 id="translations">Texts in several languages</h2>
      <p>
        In the tab <strong>Listing</strong>, say in which language your texts are. Further down, add up to{' '}
        {MAX_TRANSLATIONS} translations. Each can have a name, a short and a long description, or only some of
        them.
      </p>
      <ul>
        <li>
          Readers get your translation when they read this site in its language. Where a text is missing, they
          get your own.
        </li>
        <li>
          Searches find the words of all languages. A bot with exactly the name in a search comes first,
          whichever language has this name.
        </li>
        <li>
          If a co-owner saves the same translation while you type, your save is refused. Your text stays in
          the form: load the latest version, then save again.
        </li>
        <li>The REST API, widgets and preview cards have your own texts.</li>
      </ul>
      <p>The languages that your bot speaks are another field. People filter bots by it.</p>
    </>
  );
}

function Screenshots(): VNode {
  return (
    <>
      <h2 id="screenshots">Screenshots and images</h2>
      <p>
        In the tab <strong>Listing</strong>, upload up to five screenshots, and put them in order. Write in
        one sentence what each one shows, for people who do not see it.
      </p>
      <p>
        Your long description can name up to eight more images: <code>![What it shows](https://…)</code>. We
        fetch each one once, when the listing is public, and serve our own copy. If an image fails, we try
        again after ten minutes, an hour and a day. The eight are for all languages together.
      </p>
    </>
  );
}

function News(): VNode {
  return (
    <>
      <h2 id="news">News and followers</h2>
      <p>
        In the tab <strong>Overview</strong>, tell people what changed: with a title, and a text in Markdown
        without images. News is public immediately, and only a public bot can have it. There are no drafts. We
        keep the newest fifty.
      </p>
      <p>
        People press <strong>Follow</strong> on your bot’s page. They read its news on their page{' '}
        <strong>Following</strong>. Everybody else finds the news on your bot’s page, and in its Atom feed.
      </p>
    </>
  );
}

function Website(): VNode {
  return (
    <>
      <h2 id="website">A verified website</h2>
      <p>
        Your website can name you as an owner of the bot. The bot’s page then says so beside your name, so
        visitors know who runs it.
      </p>
      <ol>
        <li>
          Add the link to your website in the tab <strong>Listing</strong>.
        </li>
        <li>
          Copy the line from the tab <strong>Team</strong> into the text file or the TXT record that the tab
          names. One of the two is enough.
        </li>
        <li>
          Press <strong>Check now</strong>. The tab says what we found in each place.
        </li>
      </ol>
      <p>
        This lasts for 180 days, or until the link leads to another website. To keep it, leave the line there
        and check again. The line is not a secret. Each co-owner has their own.
      </p>
    </>
  );
}

function Score(): VNode {
  return (
    <>
      <h2 id="score">The listing score</h2>
      <p>
        The score says how complete your listing is, from 0 to 100. The tab <strong>Overview</strong> shows
        what is missing. It decides only between bots that fit a search equally well.{' '}
        <a href="/ranking">How we rank</a> has all points. Your bot earns 30 of them over the API:{' '}
        <a href="/docs#stats">report the server count</a> and{' '}
        <a href="/docs#commands">publish its commands</a>.
      </p>
    </>
  );
}
