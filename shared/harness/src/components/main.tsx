import { createRoot } from 'react-dom/client';
import { addShopFonts } from '../fonts';
import { ComponentsPage } from './components-page';

addShopFonts();
const root = document.createElement('div');
document.body.append(root);
createRoot(root).render(<ComponentsPage />);
