@echo off
rem Um atalho "Feltro" na area de trabalho.
setlocal
set "FELTRO_FOLDER=%~dp0"
powershell -NoProfile -ExecutionPolicy Bypass -Command "$s = (New-Object -ComObject WScript.Shell).CreateShortcut((Join-Path ([Environment]::GetFolderPath('Desktop')) 'Feltro.lnk')); $s.TargetPath = Join-Path $env:FELTRO_FOLDER 'feltro.bat'; $s.WorkingDirectory = $env:FELTRO_FOLDER; $s.Save()"
if errorlevel 1 pause
