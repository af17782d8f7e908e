import type { ShareTexts } from "./en.ts";

/** The texts of the share page, in Portuguese. */
export const pt: ShareTexts = {
  skip: "Ir para o documento",
  until: "até {day}",
  print: "Imprimir",
  download: "Fazer download",
  message: "Mensagem de {sender}",
  noScript: {
    title: "O documento não é mostrado aqui",
    reason: "Para mostrá-lo é necessário o JavaScript, que está desativado no seu navegador.",
    advice: "{download} ou {open}.",
    download: "Faça o download do documento",
    open: "abra-o no navegador",
  },
  slow: {
    text: "O carregamento demora mais do que o habitual. Em alternativa, é possível {download}.",
    download: "fazer o download do documento",
  },
  printing: {
    page: "Página {page}",
    progress: "Preparação da página {page} de {count}…",
    cancel: "Cancelar",
    failed: "Não foi possível preparar o documento para impressão.",
  },
  tools: {
    thumbnails: "Páginas",
    search: "Pesquisar",
    zoomOut: "Reduzir",
    zoomIn: "Ampliar",
    fit: "Ajustar à largura",
  },
  find: {
    label: "Pesquisar no documento",
    count: "{current} de {count}",
    none: "Nada encontrado",
    previous: "Resultado anterior",
    next: "Resultado seguinte",
    close: "Fechar a pesquisa",
  },
  failed: {
    advice: "Verifique a conexão e tente novamente.",
    offline: "Está sem conexão. Ligue-se à internet e tente novamente.",
  },
  contents: { title: "Índice", goToPage: "Ir para a página", go: "Ir" },
  neutral: {
    unknown: {
      title: "Este link não funciona",
      advice: "Verifique se o link está completo ou peça um novo ao remetente.",
    },
    revoked: {
      title: "Este link foi retirado",
      advice: "Se ainda precisar do documento, peça um novo link ao remetente.",
    },
    expired: {
      title: "Este link expirou",
      advice: "Se ainda precisar do documento, peça um novo link ao remetente.",
    },
  },
};
