import { serveComponentGallery } from '../dev-server/serve-component-gallery';
import { Supervisor } from '../dev-server/supervisor';

/** `npm run components` serves the component gallery. */
const supervisor = new Supervisor();
serveComponentGallery(supervisor).catch((error: unknown) => supervisor.fail(error));
